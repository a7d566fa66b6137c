# Finds LLVM and MLIR 22 and arranges for static linking.

set(TESSERA_LLVM_MAJOR 22)
find_package(MLIR REQUIRED CONFIG
  HINTS $ENV{LLVM_ROOT}/lib/cmake/mlir
        /usr/lib/llvm-${TESSERA_LLVM_MAJOR}/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL TESSERA_LLVM_MAJOR)
  message(FATAL_ERROR
    "Tessera needs LLVM and MLIR ${TESSERA_LLVM_MAJOR}, but ${LLVM_DIR} holds "
    "LLVM ${LLVM_PACKAGE_VERSION}. Install the llvm-${TESSERA_LLVM_MAJOR} "
    "packages (./bootstrap.sh does) or set LLVM_ROOT to their prefix.")
endif()

include(StaticMLIR)

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# What generates code runs on this machine, whichever the code is for.
if(CMAKE_CROSSCOMPILING)
  find_program(TESSERA_NATIVE_TBLGEN mlir-tblgen REQUIRED NO_DEFAULT_PATH
    PATHS $ENV{LLVM_ROOT}/bin /usr/lib/llvm-${TESSERA_LLVM_MAJOR}/bin)
  set(MLIR_TABLEGEN_EXE ${TESSERA_NATIVE_TBLGEN})
endif()

# The linker and the flags must be chosen before HandleLLVMOptions reads them.
find_program(TESSERA_LLD NAMES ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(TESSERA_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT LLVM_USE_LINKER)
  set(LLVM_USE_LINKER lld)
endif()
set(LLVM_ENABLE_WARNINGS ON)
include(HandleLLVMOptions)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
# LLVM_DEFINITIONS is one string; unsplit it would define nonsense.
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${llvm_definitions})

# One setting for every target: the precompiled header is shared.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_compile_options(-ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Lets ccache recognise the precompiled header by its content.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
add_link_options(-Wl,--gc-sections)
if(TESSERA_SANITIZE)
  # vptr checks need RTTI of LLVM's own classes in our objects. A function of a driver, found
  # by its name, agrees with its callers on how values lie, and not on the names of types.
  add_compile_options(
    -fsanitize=address,undefined -fno-sanitize=vptr,function -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # The functions of the sanitizers are the program's, so that no shared library is complete.
  string(REPLACE "-Wl,-z,defs" "" CMAKE_SHARED_LINKER_FLAGS "${CMAKE_SHARED_LINKER_FLAGS}")
endif()
if(TESSERA_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -gline-tables-only)
  add_link_options(-fsanitize=thread)
endif()
if(TESSERA_FUZZ)
  # Coverage for libFuzzer; and the first bad thing is a finding.
  add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-recover=all -gline-tables-only)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

# Whether the C++ library can be linked statically into what we ship.
include(CheckLinkerFlag)
check_linker_flag(CXX -static-libstdc++ TESSERA_HAS_STATIC_LIBSTDCXX)

find_program(TESSERA_CCACHE ccache)
if(TESSERA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env
    "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
    ${TESSERA_CCACHE})
endif()
