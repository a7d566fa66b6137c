//===- TensorHarness.h - Kernels that copy boxes of tensors ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of one warp whose first thread copies a box to or from its shared
// memory, and the tables of swizzles as the PTX ISA prints them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORHARNESS_H

#include "../Harness.h"
#include "tessera/Emulator/TensorMap.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace tessera::ptx::test {

using Bytes = std::vector<uint8_t>;

constexpr unsigned sharedBytes = 32768, tensorBytes = 1 << 20;

/// By line of 128 bytes: the cell of 16 bytes at each place (PTX ISA, section
/// "Swizzling Modes"), by swizzle and atomicity.
inline std::vector<std::string> tableOf(const TensorMap &map) {
  switch (map.swizzle) {
  case 1:
  case 4:
    return {"01234567", "10325476"};
  case 2:
    return {"01234567", "10325476", "23016745", "32107654"};
  case 3:
    if (map.atomicity == 0)
      return {"01234567", "10325476", "23016745", "32107654",
              "45670123", "54761032", "67452301", "76543210"};
    return map.atomicity == 3
               ? std::vector<std::string>{"01234567", "45670123"}
               : std::vector<std::string>{"01234567", "23016745", "45670123",
                                          "67452301"};
  default:
    return {"01234567"};
  }
}

/// The conversion of a loaded f32: to the nearest number of tf32, or a
/// subnormal one to zero. Computed in doubles, which hold both.
inline uint32_t convertedBy(const TensorMap &map, uint32_t bits) {
  using Element = TensorMap::Element;
  float x;
  std::memcpy(&x, &bits, 4);
  if (!std::isfinite(x))
    return bits;
  if ((map.element == Element::F32Ftz || map.element == Element::TF32Ftz) &&
      std::fabs(x) < std::numeric_limits<float>::min())
    x = std::copysign(0.0f, x);
  if (map.element == Element::TF32 || map.element == Element::TF32Ftz) {
    int exponent;
    std::frexp(x, &exponent);
    double unit = std::ldexp(1.0, std::max(exponent, -125) - 11);
    x = static_cast<float>(std::nearbyint(x / unit) * unit);
  }
  std::memcpy(&bits, &x, 4);
  return bits;
}

/// The same for a tensor, whose elements are aligned to their size.
inline Bytes convertedBy(const TensorMap &map, Bytes tensor) {
  for (size_t at = 0; at + 4 <= tensor.size(); at += 4) {
    uint32_t bits;
    std::memcpy(&bits, tensor.data() + at, 4);
    bits = convertedBy(map, bits);
    std::memcpy(tensor.data() + at, &bits, 4);
  }
  return tensor;
}

/// The place of a byte before it was swizzled.
inline uint64_t unswizzled(const TensorMap &map, uint64_t at) {
  auto table = tableOf(map);
  uint64_t line = at / 128, cell = at / 16 % 8, within = at % 16;
  cell = table[line % table.size()][cell] - '0';
  if (map.swizzle == 3 && map.atomicity == 2 && line % 2)
    within = (within + 8) % 16;
  return line * 128 + cell * 16 + within;
}

inline std::string vectorOf(const std::vector<int64_t> &values) {
  std::string text = "{";
  for (int64_t value : values)
    text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + "}";
}

inline const std::string variables = ".shared .align 1024 .b8 s[32768];\n"
                                     ".shared .align 8 .b64 bar;\n";
inline const std::string target = ".version 9.0\n.target sm_100a\n";

/// p0: the output; p1: the tensor; p2: its map.
struct TensorRun {
  TensorRun(const TensorMap &map, const std::string &body, const Bytes &out,
            const Bytes &tensor)
      : run(textOf(body)) {
    run.array(out).array(tensor).zeros(128).zeros(4096);
    TensorMap placed = map;
    placed.address = run.addressOf(1);
    run.write(2, placed.encode());
  }
  static std::string textOf(const std::string &body) {
    std::string text = kernel(body, variables);
    return target + text.substr(text.find(".address_size"));
  }
  KernelRun run;
};

/// Thread 0 copies to s and waits; then all of s goes to p0.
inline std::string loadBody(const std::string &copy, uint64_t bytes) {
  return R"(
  setp.eq.u32 %p9, %t, 0; mov.u32 %r6, s; shl.b32 %r7, %t, 4;
  @%p9 mbarrier.init.shared.b64 [bar], 1; bar.sync 0;
  @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [bar], )" +
         std::to_string(bytes) + ";\n@%p9 " + copy + R"(
  W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra W;
  )";
}
inline const std::string copyOut = R"(
  L: add.u32 %r8, %r6, %r7; ld.shared.v4.u32 {%r10,%r11,%r12,%r13}, [%r8];
  cvt.u64.u32 %rd6, %r7; add.u64 %rd7, %rd0, %rd6;
  st.global.v4.u32 [%rd7], {%r10,%r11,%r12,%r13};
  add.u32 %r7, %r7, 512; setp.lt.u32 %p3, %r7, 32768; @%p3 bra L;)";
inline const std::string copyIn = R"(
  setp.eq.u32 %p9, %t, 0; mov.u32 %r6, s; shl.b32 %r7, %t, 4;
  L: add.u32 %r8, %r6, %r7;
  cvt.u64.u32 %rd6, %r7; add.u64 %rd7, %rd0, %rd6;
  ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%rd7];
  st.shared.v4.u32 [%r8], {%r10,%r11,%r12,%r13};
  add.u32 %r7, %r7, 512; setp.lt.u32 %p3, %r7, 32768; @%p3 bra L;
  fence.proxy.async.shared::cta; bar.sync 0;)";
inline const std::string commit = "@%p9 cp.async.bulk.commit_group;"
                                  "@%p9 cp.async.bulk.wait_group 0;\n";

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MEMORY_TENSORHARNESS_H
