//===- Profile.h - Figures of kernels, and their difference -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile is what is known of the kernels of a file, whatever made it: Tile
// IR, which is compiled; PTX, which is assembled if there is a ptxas; machine
// code; or JSON that `tileiras --report` or `cuda-tile-run --counters` has
// written before, with another compiler or at another commit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REPORT_PROFILE_H
#define TESSERA_REPORT_PROFILE_H

#include "tessera/Report/KernelReport.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace tessera::report {

struct ProfileOptions {
  /// The GPU of Tile IR; empty for the one that the program names or, failing
  /// that, one that is assumed (CompileOptions).
  std::string gpuName;
  int optLevel = 3;
  /// Empty to look for them; without any there is less to compare.
  std::string ptxasPath, nvdisasmPath;
  DiagnosticFormat messageFormat = DiagnosticFormat::Text;
};

/// A figure of a kernel.
struct Measure {
  /// "resources", "PTX", "machine code", "played", "cycles", "counters".
  std::string group;
  std::string name;
  double value = 0;
};

struct KernelProfile {
  std::string name;
  /// In the order of groups, each name once in a group.
  std::vector<Measure> measures;
  /// A hash of its PTX and the GPU that it is for, or of its machine code if
  /// there is no PTX; 0 if unknown.
  uint64_t bits = 0;
  /// See describeVerdict; may be empty.
  std::vector<std::string> verdict = {};
  /// The sentence about its machine code, as it was played; may be empty.
  std::string played = {};
};

struct Profile {
  std::string file;
  /// "Tile IR", "PTX", "machine code", "report", "counters".
  std::string form;
  /// The GPU as the PTX names it; empty if there is no PTX.
  std::string gpu;
  std::vector<KernelProfile> kernels;
};

/// Reads a file. Messages about Tile IR, a note on the GPU that no option names
/// among them, go to standard error.
llvm::Expected<Profile> readProfile(llvm::StringRef path,
                                    const ProfileOptions &options);

/// A figure of one kernel in both profiles; one value is missing if only the
/// other file tells it.
struct MeasurePair {
  std::string group, name;
  std::optional<double> a, b;

  bool differs() const { return a && b && *a != *b; }
  /// In percent; infinite if it was 0.
  double getGrowth() const;
};

struct KernelPair {
  /// The name in the first file; in the second one it may be another.
  std::string name, otherName;
  /// True if the code is the same bit for bit; none if that is unknown.
  std::optional<bool> sameBits;
  std::vector<MeasurePair> measures;
  std::vector<std::string> verdictOfA, verdictOfB;
};

/// A condition that fails a comparison: a figure grows by more than a
/// percentage from the first file to the second.
struct Limit {
  /// The name of a measure, such as "registers", or "any" for all.
  std::string name;
  double percent = 0;
};

struct ProfileDiff {
  std::string fileOfA, fileOfB;
  std::vector<KernelPair> kernels;
  /// Kernels of one file alone.
  std::vector<std::string> onlyInA, onlyInB;

  /// Figures beyond a limit, in words.
  std::vector<std::string> check(llvm::ArrayRef<Limit> limits) const;

  /// The limits of which no kernel that both files have has the figure.
  std::vector<Limit> findUnknown(llvm::ArrayRef<Limit> limits) const;

  /// Differing figures as a table for a terminal; all of them if `all`.
  void print(llvm::raw_ostream &os, bool all) const;
  std::string toJson() const;
  /// One self-contained page.
  std::string toHtml() const;
};

/// Compares kernels of the same name. Two files with one kernel each are
/// compared whatever the names are.
ProfileDiff compareProfiles(const Profile &a, const Profile &b);

} // namespace tessera::report

#endif // TESSERA_REPORT_PROFILE_H
