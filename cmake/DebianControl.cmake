# What CPack leaves to others in the packages of Debian.

# installed_size(RESULT FOLDER): in KiB, counted as dpkg-gencontrol does, and so the same on
# each file system: files rounded up, and 1 for each folder and link. CPack takes each link
# for another copy of what it leads to, and lets apt speak of 450 MB.
function(installed_size result folder)
  execute_process(COMMAND find ${folder}/usr -type f -printf "%s\n" -o -printf "1\n"
    COMMAND awk "{ size += int(($1 + 1023) / 1024) } END { print size }"
    OUTPUT_VARIABLE size OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${result} ${size} PARENT_SCOPE)
endfunction()

# oldest_glibc(RESULT FOLDER): the glibc that the programs and libraries in FOLDER need, by the
# versions of the functions that they ask for, as the wheel's tag says it. dpkg-shlibdeps goes by
# Debian's list, in which sysconf needs 2.34, since when it answers two more questions. LLVM asks
# one of them, for the least stack of a signal handler, and adds so much that it does without.
function(oldest_glibc result folder)
  file(GLOB_RECURSE files ${folder}/usr/bin/* ${folder}/usr/lib/*.so.*)
  set(oldest 0)
  foreach(file IN LISTS files)
    execute_process(COMMAND objdump -p ${file} OUTPUT_VARIABLE headers ERROR_QUIET)
    string(REGEX MATCHALL "GLIBC_2\\.[0-9.]+" versions "${headers}")
    foreach(version IN LISTS versions)
      string(SUBSTRING ${version} 6 -1 version)
      if(version VERSION_GREATER oldest)
        set(oldest ${version})
      endif()
    endforeach()
  endforeach()
  set(${result} ${oldest} PARENT_SCOPE)
endfunction()

# write_symbols(FOLDER CONTROL): the symbols of the library, by which dpkg-shlibdeps finds the
# package that a program needs. The driver below lib/tessera has none, so that no program for
# libcuda.so.1 seems to need this package.
function(write_symbols folder control)
  file(GLOB library ${folder}/usr/lib/libTessera.so.*.*)
  if(library)
    string(REGEX MATCH "\nPackage: ([^\n]+)" name "\n${control}")
    set(name ${CMAKE_MATCH_1})
    string(REGEX MATCH "\nVersion: ([^\n]+)" version "\n${control}")
    execute_process(COMMAND dpkg-gensymbols -p${name} -v${CMAKE_MATCH_1} -P${folder} -e${library}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()

foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.unpacked)
  execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${folder}/DEBIAN/control control)
  installed_size(size ${folder})
  string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${size}" control "${control}")
  oldest_glibc(glibc ${folder})
  string(REGEX REPLACE "libc6 \\(>= [0-9.]+\\)" "libc6 (>= ${glibc})" control "${control}")
  file(WRITE ${folder}/DEBIAN/control "${control}")
  write_symbols(${folder} "${control}")
  # CPack makes folders by the umask, and nobody but root could read those of a strict one.
  execute_process(COMMAND chmod -R u=rwX,go=rX ${folder} COMMAND_ERROR_IS_FATAL ANY)
  # dpkg-deb only lowers the dates of files: those of sources that were there before the commit
  # would stay.
  if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find ${folder} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} +
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
  execute_process(COMMAND dpkg-deb --root-owner-group -Zgzip --build ${folder} ${package}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${folder})
endforeach()
