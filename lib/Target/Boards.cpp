//===- Boards.cpp - Which GPU a board bears -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: NVIDIA's page "CUDA GPU Compute Capability".
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tessera {

namespace {
struct Boards {
  StringLiteral target;
  /// In lower case, without what is neither letter nor digit.
  StringLiteral names;
};
} // namespace

static constexpr Boards boards[] = {
    {"sm_75", "t4 t4g rtx2060 rtx2070 rtx2080 titanrtx gtx1650 gtx1660 t1000 "
              "rtx8000 quadrortx4000 quadrortx5000 quadrortx6000 "
              "quadrortx8000"},
    {"sm_80", "a100 a800 a30"},
    {"sm_86",
     "a10 a10g a16 a2 a40 a2000 a4000 a4500 a5000 a5500 a6000 rtxa2000 "
     "rtxa4000 rtxa4500 rtxa5000 rtxa5500 rtxa6000 rtx3050 rtx3060 "
     "rtx3070 rtx3080 rtx3090"},
    {"sm_87", "orin agxorin orinnx orinnano jetsonorin jetsonagxorin"},
    {"sm_89", "l4 l40 l40s l20 rtx4050 rtx4060 rtx4070 rtx4080 rtx4090 "
              "rtx4000ada rtx4500ada rtx5000ada rtx6000ada"},
    {"sm_90", "h100 h200 h800 h20 gh200"},
    {"sm_100", "b100 b200 gb200"},
    {"sm_103", "b300 gb300"},
    {"sm_110", "thor jetsonthor agxthor jetsonagxthor"},
    {"sm_120", "rtx5050 rtx5060 rtx5070 rtx5080 rtx5090 rtxpro4000 rtxpro4500 "
               "rtxpro5000 rtxpro6000"},
    {"sm_121", "gb10 dgxspark spark"},
};

/// "NVIDIA GeForce RTX 4070 Ti SUPER" as the table has it: "rtx4070".
static std::string normalize(StringRef name) {
  std::string letters;
  for (char c : name)
    if (isAlnum(c))
      letters += toLower(c);
  StringRef rest = letters;
  for (StringRef maker : {"nvidia", "geforce"})
    rest.consume_front(maker);
  for (StringRef variant : {"laptopgpu", "gpu", "super", "ti", "d"})
    rest.consume_back(variant);
  return rest.str();
}

StringRef targetOfBoard(StringRef name) {
  std::string wanted = normalize(name);
  for (const Boards &each : boards)
    if (is_contained(split(each.names, ' '), StringRef(wanted)))
      return each.target;
  return "";
}

} // namespace tessera
