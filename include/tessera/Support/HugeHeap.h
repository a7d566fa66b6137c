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

/// Places allocations of this thread from now on in huge pages, up to `size`
/// bytes, if the C library is glibc and the system has such pages. No memory is
/// taken before it is used, and none is returned before the end.
///
/// A small page costs 1 to 2 us at its first write, and the TLB covers fewer
/// bytes with small pages.
void takeHugePages(size_t size);

} // namespace tessera

#endif // TESSERA_SUPPORT_HUGEHEAP_H
