//===- LanguageHarness.h - Results of PTX run by one thread ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_LANGUAGEHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_LANGUAGEHARNESS_H

#include "Harness.h"

namespace tessera::ptx::test {

using u32 = uint32_t;
using u64 = uint64_t;

/// Runs a body for one thread, and returns its %rd20 … %rd23.
inline std::vector<u64> results(const std::string &body,
                                const std::string &module = "") {
  KernelRun run(kernel(body + "\n  st.global.v2.b64 [%rd0], {%rd20, %rd21};"
                              "\n  st.global.v2.b64 [%rd0+16], {%rd22, %rd23};",
                       module));
  run.zeros(32).zeros(64).zeros(64).zeros(64);
  EXPECT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "") << body;
  return run.read<u64>(0);
}

inline u64 result(const std::string &body, const std::string &module = "") {
  return results(body, module)[0];
}

inline std::string launchError(const std::string &body,
                               const std::string &module = "") {
  KernelRun run(kernel(body, module));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  return run.launch({1, 1, 1}, {1, 1, 1});
}

inline void expectError(const std::string &body, const std::string &message,
                        const std::string &module = "") {
  std::string error = launchError(body, module);
  EXPECT_NE(error.find(message), std::string::npos) << body << "\n" << error;
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_LANGUAGEHARNESS_H
