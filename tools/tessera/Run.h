//===- Run.h - Programs on the driver without a GPU -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_H
#define TESSERA_TOOLS_TESSERA_RUN_H

/// `tessera run [OPTION...] PROGRAM ARGUMENT...`: becomes the program, in an
/// environment in which it finds our tools and our libcuda.so.1 first.
int run_main(int argc, char **argv);

/// `tessera doctor`: says what was found of all that programs need, and what to
/// do about the rest.
int doctor_main(int argc, char **argv);

#endif // TESSERA_TOOLS_TESSERA_RUN_H
