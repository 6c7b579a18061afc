# cmake --install puts everything where Debian expects it.
include(GNUInstallDirs)
install(TARGETS kingscorner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
