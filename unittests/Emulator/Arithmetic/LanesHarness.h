//===- LanesHarness.h - An instruction in the lanes of a warp -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_LANESHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_LANESHARNESS_H

#include "../Harness.h"

namespace tessera::ptx::test {

/// Loads a, b, c of `type` from p1, p2, p3 into %x, %y, %z, runs the
/// instruction, and stores %w of `result`.
inline std::string lanesBody(const std::string &instruction,
                             const std::string &type,
                             const std::string &result) {
  auto bytes = [](const std::string &t) {
    return std::to_string(std::stoi(t.substr(1)) / 8);
  };
  return "  .reg ." + type + " %x, %y, %z;\n  .reg ." + result + " %w;\n" +
         "  mul.wide.u32 %rd10, %t, " + bytes(type) + ";\n" +
         "  mul.wide.u32 %rd11, %t, " + bytes(result) + ";\n" +
         "  add.u64 %rd0, %rd0, %rd11;\n" +
         "  add.u64 %rd1, %rd1, %rd10;\n  add.u64 %rd2, %rd2, %rd10;\n" +
         "  add.u64 %rd3, %rd3, %rd10;\n" + "  ld.global." + type +
         " %x, [%rd1];\n  ld.global." + type + " %y, [%rd2];\n  ld.global." +
         type + " %z, [%rd3];\n  " + instruction + "\n  st.global." + result +
         " [%rd0], %w;\n";
}

template <typename T, typename S = T>
std::vector<T> lanes(const std::string &instruction, const std::vector<S> &a,
                     const std::vector<S> &b = {},
                     const std::vector<S> &c = {}) {
  std::vector<T> result =
      runLanes<T, S>(lanesBody(instruction, "b" + std::to_string(8 * sizeof(S)),
                               "b" + std::to_string(8 * sizeof(T))),
                     a, b, c);
  result.resize(a.size());
  return result;
}

/// For an instruction that needs a later GPU; 32 numbers of each operand.
template <typename T, typename S = T>
std::vector<T> lanesOnSm100(const std::string &instruction,
                            const std::vector<S> &a, const std::vector<S> &b,
                            const std::vector<S> &c) {
  std::string text =
      kernel(lanesBody(instruction, "b" + std::to_string(8 * sizeof(S)),
                       "b" + std::to_string(8 * sizeof(T))));
  EXPECT_NE(parseError(text).find("needs .target sm_100"), std::string::npos);
  KernelRun run(text.replace(text.find("sm_90a"), 6, "sm_100a"));
  run.zeros(32 * sizeof(T));
  for (const std::vector<S> &x : {a, b, c})
    run.array(x);
  EXPECT_EQ(run.launch(), "");
  return run.read<T>(0);
}

template <typename T, typename S = T>
T oneOnSm100(const std::string &instruction, S a, S b = 0, S c = 0) {
  auto all = [](S x) { return std::vector<S>(32, x); };
  return lanesOnSm100<T, S>(instruction, all(a), all(b), all(c))[31];
}

template <typename T, typename S = T>
T one(const std::string &instruction, S a, S b = 0, S c = 0) {
  return lanes<T, S>(instruction, {a}, {b}, {c})[0];
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_ARITHMETIC_LANESHARNESS_H
