/*===- Versions.h - The first version of a function in glibc -----------------===*\
|*
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef TESSERA_LIB_GLIBCFLOOR_VERSIONS_H
#define TESSERA_LIB_GLIBCFLOOR_VERSIONS_H

#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#define SINCE_2_3_3 "GLIBC_2.3.3"
#define SINCE_2_12 "GLIBC_2.12"
#define STAT_VERSION 1
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#define SINCE_2_3_3 FIRST
#define SINCE_2_12 FIRST
#define STAT_VERSION 0
#else
#error "say here which versions glibc began with on this machine"
#endif

#define HIDDEN __attribute__((visibility("hidden")))
/* `old_NAME` is NAME as glibc had it at VERSION. */
#define OLD(name, version) __asm__(".symver old_" #name ", " #name "@" version)

#endif /* TESSERA_LIB_GLIBCFLOOR_VERSIONS_H */
