# What CPack leaves to others in the packages: the sizes, as it takes each link for another
# copy of what it leads to and lets apt speak of 450 MB, and the symbols of the library, by
# which dpkg-shlibdeps finds the package that a program needs. The driver below lib/tessera
# has none, so that no program for libcuda.so.1 seems to need this package.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.unpacked)
  execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND du -sk --apparent-size --exclude=DEBIAN ${folder}
    OUTPUT_VARIABLE size COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^[0-9]+" size ${size})
  file(READ ${folder}/DEBIAN/control control)
  string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${size}" control "${control}")
  file(WRITE ${folder}/DEBIAN/control "${control}")
  file(GLOB library ${folder}/usr/lib/libTessera.so.*.*)
  if(library)
    string(REGEX MATCH "\nPackage: ([^\n]+)" name "\n${control}")
    set(name ${CMAKE_MATCH_1})
    string(REGEX MATCH "\nVersion: ([^\n]+)" version "\n${control}")
    execute_process(COMMAND dpkg-gensymbols -p${name} -v${CMAKE_MATCH_1} -P${folder} -e${library}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
  execute_process(COMMAND dpkg-deb --root-owner-group -Zgzip --build ${folder} ${package}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${folder})
endforeach()
