# Whether the tools are linked statically, with the C library too, and then run
# where nothing else is installed. Sets TESSERA_LINKS_STATICALLY.
set(TESSERA_STATIC AUTO CACHE STRING
  "Link the tools with no shared library at all: ON, OFF, or AUTO: in releases by clang, where that can be done")
set_property(CACHE TESSERA_STATIC PROPERTY STRINGS AUTO ON OFF)

include(CMakePushCheckState)
include(CheckCXXSourceCompiles)

# Sets VAR to why not, or to nothing.
function(tessera_find_obstacle_to_static_linking var)
  set(${var} "" PARENT_SCOPE)
  if(TESSERA_SANITIZE)
    set(${var} "sanitizers need the shared C library" PARENT_SCOPE)
    return()
  endif()
  cmake_push_check_state()
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  set(CMAKE_REQUIRED_LIBRARIES z zstd)
  check_cxx_source_compiles("
    #include <thread>
    extern \"C\" const char *zlibVersion();
    extern \"C\" unsigned ZSTD_versionNumber();
    int main() {
      std::thread thread([] { zlibVersion(); ZSTD_versionNumber(); });
      thread.join();
    }" TESSERA_CAN_LINK_STATICALLY)
  cmake_pop_check_state()
  if(NOT TESSERA_CAN_LINK_STATICALLY)
    set(${var} "libc.a, libstdc++.a, libz.a or libzstd.a is not there (Debian: libc6-dev, g++, zlib1g-dev, libzstd-dev)"
      PARENT_SCOPE)
  endif()
endfunction()

set(TESSERA_LINKS_STATICALLY OFF)
if(TESSERA_STATIC STREQUAL "AUTO" AND NOT
   (CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT TESSERA_COVERAGE))
  message(STATUS "Tools are linked dynamically: this is no release by clang (TESSERA_STATIC=ON links them statically)")
elseif(TESSERA_STATIC)
  tessera_find_obstacle_to_static_linking(obstacle)
  if(NOT obstacle)
    message(STATUS "Tools are linked statically")
    set(TESSERA_LINKS_STATICALLY ON)
  elseif(TESSERA_STATIC STREQUAL "AUTO")
    message(STATUS "Tools are linked dynamically: ${obstacle}")
  else()
    message(FATAL_ERROR "TESSERA_STATIC=ON cannot be: ${obstacle}")
  endif()
endif()

# Sets VAR to true where a shared library can hold the archives of zlib and zstd:
# users get such libraries, and may have neither. The archives are compiled for
# programs; they fit a library that keeps their names to itself and takes no more
# of them than LLVM calls.
function(tessera_check_archives var)
  cmake_push_check_state()
  set(CMAKE_REQUIRED_FLAGS -fPIC)
  set(CMAKE_REQUIRED_LINK_OPTIONS -shared -Wl,-z,defs -Wl,--exclude-libs,ALL)
  set(CMAKE_REQUIRED_LIBRARIES -l:libz.a -l:libzstd.a)
  check_cxx_source_compiles("
    #include <zlib.h>
    #include <zstd.h>
    int main() {
      unsigned char bytes[9] = {};
      uLongf size = crc32(0, bytes, 9);
      compress2(bytes, &size, bytes, 9, 6);
      uncompress(bytes, &size, bytes, size);
      ZSTD_CCtx *context = ZSTD_createCCtx();
      ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 6);
      ZSTD_compress2(context, bytes, 9, bytes, 9);
      return ZSTD_decompress(bytes, 9, bytes, 9) + ZSTD_freeCCtx(context);
    }" TESSERA_CAN_HOLD_ARCHIVES)
  cmake_pop_check_state()
  if(NOT TESSERA_CAN_HOLD_ARCHIVES)
    message(STATUS "Shared libraries need libz and libzstd: their archives cannot be a part of one")
  endif()
  set(${var} ${TESSERA_CAN_HOLD_ARCHIVES} PARENT_SCOPE)
endfunction()

# LLVM names shared libraries by their paths. By these names the linker takes
# their archives. Nothing of ours calls the solver.
if(TESSERA_LINKS_STATICALLY)
  tessera_check_archives(hold)
  get_target_property(needs LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM needs REPLACE "^ZLIB::ZLIB$" z)
  list(TRANSFORM needs REPLACE "^zstd::libzstd_shared$" zstd)
  if(hold)
    list(TRANSFORM needs REPLACE "^(z|zstd)$" "-l:lib\\1.a")
  endif()
  list(FILTER needs EXCLUDE REGEX "libz3")
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
endif()
