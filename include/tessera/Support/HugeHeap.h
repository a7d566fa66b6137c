//===- HugeHeap.h - A heap in huge pages ------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is for programs that allocate much and soon end. tessera-ptxas has
// it too, so that it needs nothing but the C library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_HUGEHEAP_H
#define TESSERA_SUPPORT_HUGEHEAP_H

#include <cstddef>

namespace tessera {

/// Lets what this thread allocates from now on lie in huge pages, up to `size`
/// bytes, where the C library is glibc and the system lends such pages. Nothing
/// of it is taken before it is used, and nothing given back before the end.
///
/// Small pages cost 1 to 2 us each when they are first written, and the caches
/// of the machine hold the addresses of fewer bytes.
void takeHugePages(size_t size);

} // namespace tessera

#endif // TESSERA_SUPPORT_HUGEHEAP_H
