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

# LLVM names shared libraries by their paths. By these names the linker takes
# their archives for what is linked statically. Nothing of ours calls the solver.
if(TESSERA_LINKS_STATICALLY)
  get_target_property(needs LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM needs REPLACE "^ZLIB::ZLIB$" z)
  list(TRANSFORM needs REPLACE "^zstd::libzstd_shared$" zstd)
  list(FILTER needs EXCLUDE REGEX "libz3")
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
endif()
