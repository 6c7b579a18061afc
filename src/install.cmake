# cmake --install puts everything where Debian expects it: with --prefix /usr the configuration is in /etc. The units are written for
# that; for another prefix, chosen when configuring, their paths are put right here.
include(GNUInstallDirs)
set(CONF_DIR ${CMAKE_INSTALL_FULL_SYSCONFDIR}/kingscorner)
set(UNITS ${CMAKE_BINARY_DIR}/systemd)
foreach(unit kingscorner.service kingscorner.socket kingscorner-telnet.socket)
  file(READ systemd/${unit} text)
  string(REPLACE /usr/bin/ ${CMAKE_INSTALL_FULL_BINDIR}/ text "${text}")
  string(REPLACE /etc/kingscorner ${CONF_DIR} text "${text}")
  string(REPLACE /usr/share/doc/ ${CMAKE_INSTALL_FULL_DATAROOTDIR}/doc/ text "${text}")
  file(CONFIGURE OUTPUT ${UNITS}/${unit} CONTENT "${text}" @ONLY)
  install(FILES ${UNITS}/${unit} DESTINATION lib/systemd/system)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS systemd/${unit})
endforeach()
install(TARGETS kingscorner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES systemd/kingscorner.sysusers DESTINATION lib/sysusers.d RENAME kingscorner.conf)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES conf/kingscorner.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
# What the sysop has written there stays.
install(CODE "
  if(NOT EXISTS \"\$ENV{DESTDIR}${CONF_DIR}/kingscorner.conf\")
    file(INSTALL \"${CMAKE_SOURCE_DIR}/conf/kingscorner.conf\" DESTINATION \"${CONF_DIR}\")
  endif()")
