# CPack takes each link for another copy of what it leads to, and lets apt speak of
# 450 MB. Writes into the packages what dpkg unpacks of them, in KiB.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.unpacked)
  execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND du -sk --apparent-size --exclude=DEBIAN ${folder}
    OUTPUT_VARIABLE size COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^[0-9]+" size ${size})
  file(READ ${folder}/DEBIAN/control control)
  string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${size}" control "${control}")
  file(WRITE ${folder}/DEBIAN/control "${control}")
  execute_process(COMMAND dpkg-deb --root-owner-group -Zgzip --build ${folder} ${package}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${folder})
endforeach()
