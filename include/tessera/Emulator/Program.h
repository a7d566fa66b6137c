//===- Program.h - A parsed and decoded PTX module ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_PROGRAM_H
#define TESSERA_EMULATOR_PROGRAM_H

#include "tessera/Emulator/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tessera::ptx {

struct Image;

/// A parameter of an entry. Sizes and offsets are in bytes.
struct Parameter {
  std::string name;
  Type type = Type::None; ///< element type; an array of B8 for an aggregate
  uint64_t size = 0;
  uint64_t alignment = 1;
  uint64_t offset = 0; ///< in the parameter buffer of a launch
};

/// An instruction that the emulator does not know. A launch that reaches it
/// ends with an error.
struct UnknownInstruction {
  std::string place;   ///< "k.ptx:6:1"
  std::string text;    ///< "wgmma.fence.sync.aligned;"
  std::string message; ///< what the error says
};

/// A kernel that can be launched.
struct Entry {
  std::string name;
  std::vector<Parameter> parameters;
  uint64_t parameterBytes = 0;
  /// .reqntid, .maxntid, .reqnctapercluster; all zero where absent.
  std::array<uint32_t, 3> requiredBlock = {0, 0, 0};
  std::array<uint32_t, 3> maximumBlock = {0, 0, 0};
  std::array<uint32_t, 3> clusterShape = {0, 0, 0};
  uint64_t mostClusterBlocks = 0; ///< .maxclusterrank; 0 where absent
  bool needsCluster = false;      ///< .explicitcluster
  bool blocksAreClusters = false; ///< the grid counts clusters
  uint64_t staticSharedBytes = 0;
  uint64_t localBytes = 0;       ///< of one thread's frame
  uint64_t maximumRegisters = 0; ///< .maxnreg; 0 where absent
  /// Unknown instructions that the entry may reach, in the order of the text.
  std::vector<UnknownInstruction> unknownInstructions;
};

/// A PTX module, ready to launch. Immutable and cheap to copy; may be launched
/// from several threads at once.
class Program {
public:
  /// Parses and decodes a PTX module. Every error names the file, line and
  /// column. An instruction that the emulator does not know is an error only
  /// for a launch that reaches it (Entry::unknownInstructions).
  static llvm::Expected<Program> parse(llvm::StringRef text,
                                       llvm::StringRef filename);

  llvm::ArrayRef<Entry> entries() const;
  const Entry *findEntry(llvm::StringRef name) const;
  llvm::StringRef filename() const;
  /// The first operand of .target, such as "sm_90a".
  llvm::StringRef target() const;
  /// The size of the module's .const variables in bytes.
  uint64_t constantBytes() const;

  const Image &image() const { return *contents; }

private:
  explicit Program(std::shared_ptr<const Image> contents)
      : contents(std::move(contents)) {}
  std::shared_ptr<const Image> contents;
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_PROGRAM_H
