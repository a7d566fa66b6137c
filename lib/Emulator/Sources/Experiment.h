//===- Experiment.h - Bytes on which results depend -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions have no rules of their own for what their results depend on. The
// handler runs on random operands, and once more for each byte of them that is
// changed: results that then differ depend on that byte.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SOURCES_EXPERIMENT_H
#define TESSERA_LIB_EMULATOR_SOURCES_EXPERIMENT_H

#include "../Machine/Access.h"
#include "Plan.h"
#include <optional>

namespace tessera::ptx {

class Warp;

/// An access to memory that an instruction has made.
struct RecordedAccess {
  LaneMask lanes;
  uint32_t size;
  Access kind;
  LanePointers at;
};

/// For each byte of the results of each lane, the bytes of the operands that it
/// depends on. Bytes of loads come behind those of operands, bytes of stores
/// behind those of results.
struct Pattern {
  unsigned inputs = 0, outputs = 0; ///< bytes of each lane
  /// True if the rows hold for every lane, and name bytes of that lane.
  bool isUniform = false;
  /// By lane * outputs + byte, or by byte: lane * inputs + byte, or byte.
  std::vector<std::vector<uint16_t>> rows;
};

/// Runs an instruction apart from the registers and the memory of its warp.
class Experiment {
public:
  /// `scratch` is laid out like the registers of the frame, and has what
  /// operands and addresses were before the instruction.
  Experiment(Warp &warp, const Inst &inst, const Plan &plan, LaneMask mask,
             uint8_t *scratch, llvm::ArrayRef<RecordedAccess> accesses);

  /// Finds the pattern. The registers of `isFixed`, by number of the operand,
  /// stay as they are.
  Pattern observe(llvm::ArrayRef<bool> isFixed);

  /// Gives the next access of the running instruction its copies.
  void redirect(LanePointers &at);

private:
  /// The place of a byte of all lanes in an image of operands or results.
  struct Column {
    unsigned begin, stride;
    unsigned at(unsigned lane) const { return begin + lane * stride; }
  };
  using Image = std::vector<uint8_t>;

  void addColumns(unsigned bytes, std::vector<Column> &columns,
                  unsigned &total);
  void moveRegisters(llvm::ArrayRef<LaneRegister> list, uint8_t *image,
                     bool isToScratch) const;
  void fill(Image &image, llvm::ArrayRef<bool> isFixed, bool isSmall);
  Image run(const Image &image);
  uint64_t random();
  void note(Pattern &pattern, const Image &base, const Image &changed,
            unsigned input, std::optional<unsigned> from) const;
  void joinGranules(Pattern &pattern) const;
  void widenToElements(Pattern &pattern) const;

  Warp &warp;
  const Inst &inst;
  const Plan &plan;
  const LaneMask mask;
  uint8_t *const scratch;
  llvm::ArrayRef<RecordedAccess> accesses;
  std::vector<Image> copies; ///< of the bytes of each access
  std::vector<Column> inputs, outputs;
  unsigned inputBytes = 0, outputBytes = 0, resultBytes = 0;
  std::vector<unsigned> owners; ///< the operand of each input; behind: a load
  Image initial;                ///< the operands as they are
  unsigned nextAccess = 0;
  uint64_t state = 1;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SOURCES_EXPERIMENT_H
