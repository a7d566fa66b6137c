/*===- GlibcFloor.c - Runs with glibc 2.28, linked with a newer one ----------===*\
|*
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A shared object refers to the newest version of each function that the C
|* library it is linked with has, and starts with no older library. Of all that
|* ours call, some 30 are younger than glibc 2.28 in name alone: from libpthread
|* or libdl to libc (2.34), given other error handling (exp, log, pow: 2.29), made
|* real functions (stat: 2.33), or a convenience (arc4random: 2.36). Here they are
|* defined by the older ones, hidden, so that the linker takes these first. Each
|* program and library that Linux users get in binary form is linked with this
|* file; test/Lint/glibc.test holds them to 2.28.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "Versions.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

/* Defines NAME, which passes its ARGUMENTS on to its first version. */
#define FORWARD(result, name, version, parameters, arguments)                  \
  OLD(name, version);                                                          \
  extern result old_##name parameters;                                         \
  HIDDEN result name parameters { return old_##name arguments; }

/*===-- In libpthread and libdl before 2.34 --------------------------------===*/

FORWARD(int, pthread_attr_setstacksize, FIRST,
        (pthread_attr_t * attributes, size_t size), (attributes, size))
FORWARD(int, pthread_create, FIRST,
        (pthread_t * thread, const pthread_attr_t *attributes,
         void *(*routine)(void *), void *argument),
        (thread, attributes, routine, argument))
FORWARD(int, pthread_detach, FIRST, (pthread_t thread), (thread))
FORWARD(int, pthread_join, FIRST, (pthread_t thread, void **result),
        (thread, result))
FORWARD(int, pthread_once, FIRST,
        (pthread_once_t * control, void (*routine)(void)), (control, routine))
FORWARD(int, pthread_rwlock_rdlock, FIRST, (pthread_rwlock_t * lock), (lock))
FORWARD(int, pthread_rwlock_unlock, FIRST, (pthread_rwlock_t * lock), (lock))
FORWARD(int, pthread_rwlock_wrlock, FIRST, (pthread_rwlock_t * lock), (lock))
FORWARD(int, pthread_setname_np, SINCE_2_12,
        (pthread_t thread, const char *name), (thread, name))
FORWARD(int, pthread_sigmask, FIRST,
        (int how, const sigset_t *set, sigset_t *old), (how, set, old))
FORWARD(int, __pthread_key_create, FIRST,
        (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
FORWARD(int, dladdr, FIRST, (const void *address, Dl_info *info),
        (address, info))
FORWARD(int, dladdr1, SINCE_2_3_3,
        (const void *address, Dl_info *info, void **extra, int flags),
        (address, info, extra, flags))
FORWARD(int, dlclose, FIRST, (void *handle), (handle))
FORWARD(char *, dlerror, FIRST, (void), ())
FORWARD(void *, dlopen, FIRST, (const char *file, int mode), (file, mode))
FORWARD(void *, dlsym, FIRST, (void *handle, const char *name), (handle, name))

/*===-- With other errors before 2.29 --------------------------------------===*/

FORWARD(double, exp, FIRST, (double x), (x))
FORWARD(double, exp2, FIRST, (double x), (x))
FORWARD(double, log, FIRST, (double x), (x))
FORWARD(double, log2, FIRST, (double x), (x))
FORWARD(double, pow, FIRST, (double x, double y), (x, y))

/*===-- Functions since 2.33 -----------------------------------------------===*/

extern int __xstat(int version, const char *path, struct stat *status);
extern int __lxstat(int version, const char *path, struct stat *status);
extern int __fxstat(int version, int file, struct stat *status);

HIDDEN int stat(const char *path, struct stat *status) {
  return __xstat(STAT_VERSION, path, status);
}
HIDDEN int lstat(const char *path, struct stat *status) {
  return __lxstat(STAT_VERSION, path, status);
}
HIDDEN int fstat(int file, struct stat *status) {
  return __fxstat(STAT_VERSION, file, status);
}

/* mallinfo counts modulo 2^32. */
HIDDEN struct mallinfo2 mallinfo2(void) {
  _Pragma("GCC diagnostic push");
  _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"");
  struct mallinfo narrow = mallinfo();
  _Pragma("GCC diagnostic pop");
  struct mallinfo2 wide = {
      (unsigned)narrow.arena,    (unsigned)narrow.ordblks,
      (unsigned)narrow.smblks,   (unsigned)narrow.hblks,
      (unsigned)narrow.hblkhd,   (unsigned)narrow.usmblks,
      (unsigned)narrow.fsmblks,  (unsigned)narrow.uordblks,
      (unsigned)narrow.fordblks, (unsigned)narrow.keepcost};
  return wide;
}

/*===-- Conveniences -------------------------------------------------------===*/

/* False is always true enough: locks are taken that one thread does not need. */
HIDDEN char __libc_single_threaded = 0;

HIDDEN const char *sigdescr_np(int number) {
  return number > 0 && number < NSIG ? strsignal(number) : NULL;
}

HIDDEN uint32_t arc4random(void) {
  uint32_t number = 0;
  while (getrandom(&number, sizeof number, 0) != sizeof number &&
         errno == EINTR)
    ;
  return number;
}

/* The unwinder's question: which object has this address, and where are its
   tables of frames? */
struct Search {
  uintptr_t address;
  struct dl_find_object *result;
};

static int findIn(struct dl_phdr_info *object, size_t size, void *data) {
  struct Search *search = data;
  const ElfW(Phdr) *frames = NULL;
  int isHere = 0;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_GNU_EH_FRAME)
      frames = header;
    if (header->p_type != PT_LOAD || search->address < begin ||
        search->address - begin >= header->p_memsz)
      continue;
    isHere = 1;
    search->result->dlfo_map_start = (void *)begin;
    search->result->dlfo_map_end = (void *)(begin + header->p_memsz);
  }
  if (!isHere || !frames)
    return 0;
  search->result->dlfo_eh_frame = (void *)(object->dlpi_addr + frames->p_vaddr);
  return 1;
}

HIDDEN int _dl_find_object(void *address, struct dl_find_object *result) {
  struct Search search = {(uintptr_t)address, result};
  memset(result, 0, sizeof *result);
  return dl_iterate_phdr(findIn, &search) ? 0 : -1;
}
