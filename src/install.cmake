# cmake --install puts everything where GNUInstallDirs says. The release preset's prefix is /usr, and then the configuration
# is in /etc. The units name those places.
include(GNUInstallDirs)
set(SYSTEMD_UNIT_DIR lib/systemd/system CACHE STRING "folder of the units, under the prefix or absolute")
set(SYSUSERS_DIR lib/sysusers.d CACHE STRING "folder of the file that names the service's user, under the prefix or absolute")
set(CONF_DIR ${CMAKE_INSTALL_FULL_SYSCONFDIR}/kingscorner)
set(UNITS ${CMAKE_BINARY_DIR}/systemd)
configure_file(systemd/kingscorner.service.in ${UNITS}/kingscorner.service @ONLY)
configure_file(systemd/kingscorner.socket ${UNITS}/kingscorner.socket COPYONLY)
configure_file(systemd/kingscorner-telnet.socket ${UNITS}/kingscorner-telnet.socket COPYONLY)
install(TARGETS kingscorner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${UNITS}/ DESTINATION ${SYSTEMD_UNIT_DIR})
install(FILES systemd/kingscorner.sysusers DESTINATION ${SYSUSERS_DIR} RENAME kingscorner.conf)
install(FILES README.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY doc DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES conf/kingscorner.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
# What the sysop has written there stays.
install(CODE "
  if(NOT EXISTS \"\$ENV{DESTDIR}${CONF_DIR}/kingscorner.conf\")
    file(INSTALL \"${CMAKE_SOURCE_DIR}/conf/kingscorner.conf\" DESTINATION \"${CONF_DIR}\")
  endif()")
