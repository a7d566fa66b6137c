//===- SourceTrial.h - Other contents of memory for a launch ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of sources are upper bounds, and do not say what is done with them. So a
// launch also runs on contents that show more than its own: on numbers that hide
// none of the others, and with a few elements changed. Sources of decisions stay
// as they are, and so does the course of the launch.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_SOURCETRIAL_H
#define TESSERA_LIB_RUNTIME_SOURCETRIAL_H

#include "tessera/Interpreter/SymbolicRun.h"
#include "tessera/Runtime/Argument.h"
#include "tessera/Support/SourceSets.h"

namespace tessera::runtime {

/// An element whose sources differ: those that one side alone has.
struct Suspect {
  unsigned buffer;
  uint64_t offset;
  interp::SymbolicRun::StoredElement element;
  SourceSets::Set ofProgram, ofCode;
};

/// Elements whose sources in question change at once: none of these is a source
/// that another one has in the program.
struct Group {
  std::vector<Suspect> suspects;
  SourceSets::Set changed = 0; ///< sources in question
  SourceSets::Set kept = 0;    ///< sources that the program has, too
};

/// Runs one side on the contents of a launch, which it leaves changed; false if
/// it does not run to its end.
using Side = llvm::function_ref<bool(Launch &)>;

/// The formats of the elements of a launch's buffers, where they are known.
using BufferFormats = std::vector<std::optional<Format>>;

/// Small numbers that are not zero, so that no factor and no mask hides another
/// number. Numbers of both signs show extensions and divisions of another sign, but
/// more programs are undefined on them.
enum class Numbers { Positive, Signed };

/// Makes other contents for a launch.
class SourceTrial {
public:
  SourceTrial(SourceSets &sets, SourceSets::Set decided, const Launch &launch,
              const BufferFormats &formats)
      : sets(sets), decided(decided), launch(launch), formats(formats) {}

  /// True if a change of the sources changes what one side stores in one of these
  /// places, and not what the other does.
  bool divides(llvm::ArrayRef<Suspect> suspects, SourceSets::Set taken,
               Side side, Side other) const;
  /// Groups of elements of which the code alone has sources in question, each in
  /// the first where it can be; none if there would be too many.
  std::optional<std::vector<Group>> group(llvm::ArrayRef<Suspect> suspects,
                                          size_t most) const;
  /// True if what one side stores in these places stays as it is, whatever the
  /// sources hold: each run comes to its end, and no source has to stay.
  bool isIdle(llvm::ArrayRef<Suspect> suspects, SourceSets::Set taken,
              Side side) const;
  Launch makeNumbers(Numbers kind) const;

private:
  void forEachPlace(SourceSets::Set set, const Launch &trial,
                    llvm::function_ref<void(unsigned, uint64_t)> visit) const;

  SourceSets &sets;
  const SourceSets::Set decided;
  const Launch &launch;
  const BufferFormats &formats;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_SOURCETRIAL_H
