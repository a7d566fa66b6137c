# A toolchain for Linux on aarch64, from any machine that has clang and lld of LLVM 22. The
# libraries of that system, with LLVM and MLIR, lie in the folder that scripts/packaging/cross.sh fills.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
cmake_path(SET sysroot NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/sysroots/aarch64)
set(CMAKE_SYSROOT ${sysroot} CACHE PATH "Where that system lies; scripts/packaging/third_party.py asks")

set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(LLVM_USE_LINKER lld)
# Also what compiles a check before LLVM's files are read.
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()

# Programs that run while building are this machine's; all else is the other's.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
