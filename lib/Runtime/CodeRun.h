//===- CodeRun.h - A launch of PTX whose sources are followed -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CODERUN_H
#define TESSERA_LIB_RUNTIME_CODERUN_H

#include "Emulation.h"
#include "tessera/Emulator/SourceRun.h"
#include "tessera/Support/SourceSets.h"

namespace tessera::runtime {

/// Lets the emulator, which shares no code with the interpreter, make sets.
struct SetMaker : ptx::SourceSetMaker {
  explicit SetMaker(SourceSets &sets) : sets(sets) {}
  ptx::SourceSet single(uint64_t number) override {
    return sets.single(number);
  }
  ptx::SourceSet unite(ptx::SourceSet a, ptx::SourceSet b) override {
    return sets.unite(a, b);
  }
  bool contains(ptx::SourceSet outer, ptx::SourceSet inner) override {
    return !sets.subtract(inner, outer);
  }

  SourceSets &sets;
};

/// The launch of the PTX, which lives on for the comparison.
struct CodeRun {
  CodeRun(const Launch &launch, SourceSets &sets,
          ptx::SourceRun::Course course = {})
      : launch(launch), maker(sets), course(std::move(course)),
        sources(maker, this->course) {}
  llvm::Error run(const ptx::Program &code, bool isTracked);

  Launch launch;
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  SetMaker maker;
  const ptx::SourceRun::Course course;
  ptx::SourceRun sources;
  uint64_t stepLimit = 0; ///< 0: the usual one
  uint64_t steps = 0;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_CODERUN_H
