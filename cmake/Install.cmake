# What `cmake --install` installs, in components: `tools`, `library` (the shared
# one), `development` (headers, static libraries, the CMake package) and
# `assembler` (tessera-ptxas, where it is made).
# The installed folder can be moved: nothing in it names where it was built.
# One layout, whatever the distribution likes.
set(CMAKE_INSTALL_LIBDIR lib CACHE STRING "The folder of libraries, below the prefix")
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tessera)
set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/tessera)

get_target_property(api Tessera SOVERSION)

# The tools: one binary, and its links.
install(TARGETS tessera RUNTIME COMPONENT tools)
if(TARGET tessera-cuda)
  install(TARGETS tessera-cuda RUNTIME COMPONENT tools)
endif()
foreach(tool IN LISTS TESSERA_TOOLS)
  install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${tool} TYPE BIN COMPONENT tools)
endforeach()
install(FILES LICENSE README.md DESTINATION ${documents} COMPONENT tools)

# tessera_install_licences(COMPONENT PACKAGE): where Debian wants them, our licence and, where
# the packages say so that are linked, those of what the component holds of others' work.
function(tessera_install_licences component package)
  set(folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package})
  install(FILES LICENSE DESTINATION ${folder} RENAME copyright COMPONENT ${component})
  install(CODE "
    execute_process(COMMAND python3 ${PROJECT_SOURCE_DIR}/scripts/packaging/third_party.py notices ${PROJECT_BINARY_DIR}
      OUTPUT_VARIABLE notices ERROR_VARIABLE reason RESULT_VARIABLE status)
    if(status EQUAL 0)
      file(APPEND \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}/copyright\" \"\n\${notices}\")
    else()
      message(STATUS \"No licences of others in ${folder}: \${reason}\")
    endif()" COMPONENT ${component})
endfunction()
tessera_install_licences(tools tessera)
tessera_install_licences(library libtessera${api})
# It holds archives of our own code.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libtessera-dev RENAME copyright)
install(DIRECTORY docs DESTINATION ${documents} COMPONENT tools)

# The C API. Its headers include those of MLIR's, which lie in a folder of their
# own: another LLVM may have others.
target_include_directories(Tessera INTERFACE
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR};${CMAKE_INSTALL_INCLUDEDIR}/tessera-mlir>")
install(TARGETS Tessera EXPORT TesseraTargets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS TesseraDriver
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS TesseraCudaRuntime12 TesseraCudaRuntime13 TesseraNvml
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/lib/tessera/libcudart.so ${PROJECT_BINARY_DIR}/lib/tessera/libnvidia-ml.so
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera COMPONENT development)
install(PROGRAMS lib/Driver/ptxas DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera
  COMPONENT library)
install(DIRECTORY lib/Driver/python DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera
  COMPONENT library FILES_MATCHING PATTERN *.py)
install(DIRECTORY include/tessera-c TYPE INCLUDE)
find_path(mlir_c_folder mlir-c/IR.h PATHS ${MLIR_INCLUDE_DIRS} NO_CACHE NO_DEFAULT_PATH REQUIRED)
foreach(header AffineExpr AffineMap BuiltinAttributes BuiltinTypes Diagnostics IntegerSet IR Pass
               Support)
  install(FILES ${mlir_c_folder}/mlir-c/${header}.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera-mlir/mlir-c)
endforeach()
install(DIRECTORY examples DESTINATION ${documents} PATTERN CMakeLists.txt EXCLUDE)
install(FILES examples/dsl/CMakeLists.txt DESTINATION ${documents}/examples/dsl)

# The C++ API: the libraries behind the compiler and the engines, and those that
# they need.
get_property(libraries GLOBAL PROPERTY TESSERA_LIBRARIES)
list(REMOVE_ITEM libraries TesseraDebugger TesseraReduce TesseraSmith)
set(TESSERA_CXX_LIBRARIES)
foreach(library IN LISTS libraries)
  string(REGEX REPLACE "^Tessera" "" name ${library})
  list(APPEND TESSERA_CXX_LIBRARIES ${name})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${library} INTERFACE cxx_std_17)
endforeach()
install(TARGETS ${libraries} EXPORT TesseraCxxTargets
  ARCHIVE COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  install(DIRECTORY ${root}/include/tessera TYPE INCLUDE
    FILES_MATCHING PATTERN *.h PATTERN *.inc PATTERN *.def PATTERN *.td
    PATTERN CMakeFiles EXCLUDE PATTERN Debugger EXCLUDE PATTERN Reduce EXCLUDE PATTERN Smith EXCLUDE
    PATTERN Config.h EXCLUDE PATTERN *.cpp.inc EXCLUDE)
endforeach()

# The packages for CMake and for pkg-config.
install(EXPORT TesseraTargets NAMESPACE Tessera:: DESTINATION ${package})
install(EXPORT TesseraCxxTargets NAMESPACE Tessera:: DESTINATION ${package})
string(REPLACE ";" " " TESSERA_CXX_LIBRARIES "${TESSERA_CXX_LIBRARIES}")
configure_package_config_file(cmake/TesseraConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/TesseraConfig.cmake INSTALL_DESTINATION ${package})
# Before 1.0 a minor version may change the C++ API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/TesseraConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/modules/StaticMLIR.cmake
  ${PROJECT_BINARY_DIR}/package/TesseraConfig.cmake
  ${PROJECT_BINARY_DIR}/package/TesseraConfigVersion.cmake
  DESTINATION ${package})
file(RELATIVE_PATH TESSERA_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/tessera.pc.in ${PROJECT_BINARY_DIR}/package/tessera.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/tessera.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The same as packages of Debian: cpack --config build/release/CPackConfig.cmake
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR Tessera)
set(CPACK_PACKAGE_CONTACT "The authors of Tessera <tessera@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "An open compiler for CUDA Tile IR")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianControl.cmake)
set(CPACK_COMPONENTS_ALL tools library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME tessera)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtessera${api})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtessera-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libtessera${api} (= ${PROJECT_VERSION}), tessera (= ${PROJECT_VERSION})")
# Nothing in it is linked, and the compiler of LLVM is only for some users.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS
  "libmlir-${LLVM_VERSION_MAJOR}-dev, llvm-${LLVM_VERSION_MAJOR}-dev")
include(CPack)
