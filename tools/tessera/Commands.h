//===- Commands.h - Commands of tessera itself ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_COMMANDS_H
#define TESSERA_TOOLS_TESSERA_COMMANDS_H

/// `tessera run [OPTION...] PROGRAM ARGUMENT...`: executes the program in an
/// environment in which it finds our tools and our libcuda.so.1 first.
int run_main(int argc, char **argv);

/// `tessera ptxas ARGUMENT...`: runs the ptxas that tileiras would take, with
/// all the arguments. A cubin that it makes carries its PTX, for the driver
/// without a GPU.
int ptxas_main(int argc, char **argv);

/// `tessera explain FILE`: says what limits each kernel, and what would help.
int explain_main(int argc, char **argv);

/// `tessera diff A B`: compares the figures of kernels. Returns 0, or 1 if a
/// figure is beyond a limit, or 2 if a file cannot be read.
int diff_main(int argc, char **argv);

/// `tessera tune -- KERNEL OPTION... -- ...`: ranks variants of a kernel by
/// modelled times. Returns 0, or 1 if none of them runs. `tessera tune
/// FILE.py:FUNCTION` lets the tuner of a front end do it.
int tune_main(int argc, char **argv);

/// `tessera launcher FILE`: makes functions, in C or Python, that launch the
/// kernels of a program of Tile IR.
int launcher_main(int argc, char **argv);

/// `tessera doctor`: lists the programs and libraries that were found, and says
/// how to get the missing ones.
int doctor_main(int argc, char **argv);

#endif // TESSERA_TOOLS_TESSERA_COMMANDS_H
