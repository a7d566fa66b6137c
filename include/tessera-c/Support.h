/*===- Support.h - Versions, GPUs and diagnostics ---------------*- C -*-===*\
|*                                                                          *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/
/*
 * What all of the C API follows (docs/library.md says more):
 *
 * - A handle is a struct with one pointer. What a function named `…Create` or
 *   `…Read` returns belongs to the caller, who destroys it; all else is owned
 *   by what it came from. A null handle is what a failure returns, and is safe
 *   to give to every function here, which then does nothing.
 * - An MlirStringRef that is returned lives as long as what it was asked of,
 *   and is followed by no zero. One that is given is only looked at.
 * - What goes wrong is told to a diagnostic callback; no input crashes.
 * - Different contexts, kernels, launches and engines may be used by different
 *   threads at once; one of them by one thread at a time.
 */

#ifndef TESSERA_C_SUPPORT_H
#define TESSERA_C_SUPPORT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/Support.h"

/* The underlying type of the enumerations here. A program may hand over any
 * number, which C++ defines for those with such a type alone; compilers of C take
 * this one. */
#ifdef __cplusplus
#define TESSERA_ENUM : unsigned
#else
#define TESSERA_ENUM
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===--------------------------------------------------------------------===*\
|* Versions                                                                 *|
\*===--------------------------------------------------------------------===*/

/* The version of this API. The major number changes when a program has to be
 * changed or compiled anew, and is the number in the library's name,
 * libTessera.so.1; the minor one when something is added. */
#define TESSERA_API_VERSION_MAJOR 1
#define TESSERA_API_VERSION_MINOR 1
#define TESSERA_MAKE_API_VERSION(major, minor) ((major) * 65536 + (minor))
#define TESSERA_API_VERSION                                                    \
  TESSERA_MAKE_API_VERSION(TESSERA_API_VERSION_MAJOR, TESSERA_API_VERSION_MINOR)

/// Returns the version of the library's API, made by TESSERA_MAKE_API_VERSION.
/// If it is less than TESSERA_API_VERSION of the headers, the library is too
/// old for the program.
MLIR_CAPI_EXPORTED uint32_t tesseraGetApiVersion(void);

/// Returns Tessera's own version, such as "0.1.0". The same version, options
/// and input give the same output.
MLIR_CAPI_EXPORTED MlirStringRef tesseraGetVersion(void);

/// Returns the newest version of Tile IR bytecode that can be read and written,
/// such as "13.4".
MLIR_CAPI_EXPORTED MlirStringRef tesseraGetTileIRVersion(void);

/*===--------------------------------------------------------------------===*\
|* GPUs                                                                     *|
\*===--------------------------------------------------------------------===*/

/// Returns the number of GPUs that can be compiled for.
MLIR_CAPI_EXPORTED intptr_t tesseraGetNumGpus(void);

/// Returns the name of one of them, such as "sm_90"; empty if the number is out
/// of range. Lives as long as the library.
MLIR_CAPI_EXPORTED MlirStringRef tesseraGetGpuName(intptr_t number);

/*===--------------------------------------------------------------------===*\
|* Diagnostics                                                              *|
\*===--------------------------------------------------------------------===*/

/// A message and its place. A later version of the API may append members.
typedef struct TesseraDiagnostic {
  MlirDiagnosticSeverity severity;
  /// One or more lines, without a newline at the end.
  MlirStringRef message;
  /// The file of the program, or the name under which it was read; empty if the
  /// place is not known.
  MlirStringRef file;
  /// Counted from 1; 0 if the place has no line. In bytecode it has none, and
  /// messages name the byte.
  uint32_t line, column;
} TesseraDiagnostic;

/// Receives each diagnostic, an error before its notes, on the thread that
/// called the library. The diagnostic lives until the callback returns. The
/// callback must not leave by longjmp or an exception, and must not call the
/// library with objects that the running call works on.
typedef void (*TesseraDiagnosticCallback)(const TesseraDiagnostic *diagnostic,
                                          void *userData);

/// Calls `callback` once with `text` in which control characters are written
/// out, as "\x1b", but for ends of lines and tabulators, and bytes that are no
/// UTF-8 likewise: for a terminal, which obeys them otherwise. Diagnostics are
/// so already.
MLIR_CAPI_EXPORTED void tesseraEscapeText(MlirStringRef text,
                                          MlirStringCallback callback,
                                          void *userData);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_SUPPORT_H
