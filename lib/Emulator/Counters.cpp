//===- Counters.cpp - What a launch does, line by line --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

using namespace tessera::ptx;

Counters::Counters(const Image &) {}
void Counters::issue(const Code &, uint32_t, LaneMask, LaneMask) {}
void Counters::access(const Code &, uint32_t, const Request &) {}
