/*===- Start.c - Begins a program with glibc 2.28, linked with a newer one ---===*\
|*
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Before 2.34 a program brought the function that runs its constructors, which
|* __libc_start_main was given; since then the C library finds them itself where
|* it is given none. The start files of a newer library give none, so that an
|* older one would run no constructor: here is the function (System V ABI, chapter
|* "Initialization and Termination Functions").
|*
\*===----------------------------------------------------------------------===*/

#include "Versions.h"

typedef void Constructor(int, char **, char **);
extern Constructor *__preinit_array_start[] HIDDEN;
extern Constructor *__preinit_array_end[] HIDDEN;
extern Constructor *__init_array_start[] HIDDEN;
extern Constructor *__init_array_end[] HIDDEN;
extern void _init(void);

static void construct(int argc, char **argv, char **environment) {
  Constructor **at;
  for (at = __preinit_array_start; at < __preinit_array_end; ++at)
    (*at)(argc, argv, environment);
  _init();
  for (at = __init_array_start; at < __init_array_end; ++at)
    (*at)(argc, argv, environment);
}

OLD(__libc_start_main, FIRST);
extern int old___libc_start_main(int (*main)(int, char **, char **), int argc,
                                 char **argv, Constructor *construct,
                                 void (*destruct)(void), void (*unload)(void),
                                 void *stack);

HIDDEN int __libc_start_main(int (*main)(int, char **, char **), int argc,
                             char **argv, Constructor *unused,
                             void (*destruct)(void), void (*unload)(void),
                             void *stack) {
  (void)unused;
  return old___libc_start_main(main, argc, argv, construct, destruct, unload,
                               stack);
}
