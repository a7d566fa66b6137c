//===- LaunchControl.h - Blocks that take over others -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h.inc"

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_H
