//===- Visible.cpp - The devices that a process sees ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "CUDA Environment Variables" of the CUDA programming guide has the rules of
// CUDA_VISIBLE_DEVICES: numbers and UUIDs, of which the first digits do, up to
// the first entry that is none of a device. The guide says neither what follows
// a number nor what a device named twice means: those are as torch.cuda has
// found them to be.
//
//===----------------------------------------------------------------------===//

#include "Visible.h"
#include "Identity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cerrno>
#include <cstdlib>
#include <numeric>

using namespace tessera;

/// The number at the beginning of an entry, as strtol reads it; -1 if that is
/// none of a device.
static int findByNumber(llvm::StringRef entry, unsigned count) {
  std::string text = entry.str();
  char *end;
  errno = 0;
  long number = strtol(text.c_str(), &end, /*base=*/10);
  bool isDevice = end != text.c_str() && !errno && number >= 0 &&
                  static_cast<unsigned long>(number) < count;
  return isDevice ? int(number) : -1;
}

/// The only device whose UUID begins with an entry, of one digit or more; -1 if
/// there are others, or none.
static int findByUuid(llvm::StringRef entry, const TargetInfo &target,
                      unsigned count) {
  int found = -1;
  llvm::StringRef digits = entry.drop_front(4); // "GPU-"
  if (digits.empty())
    return -1;
  for (unsigned i = 0; i < count; ++i) {
    std::string uuid = driver::uuidText(target, i);
    if (!llvm::StringRef(uuid).drop_front(4).starts_with_insensitive(digits))
      continue;
    if (found >= 0)
      return -1;
    found = int(i);
  }
  return found;
}

std::vector<int> driver::visibleDevices(const TargetInfo &target,
                                        unsigned count) {
  const char *list = getenv("CUDA_VISIBLE_DEVICES");
  if (!list) {
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  std::vector<int> seen;
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::StringRef(list).split(entries, ',');
  for (llvm::StringRef entry : entries) {
    entry = entry.trim();
    int device = entry.starts_with("GPU-") ? findByUuid(entry, target, count)
                                           : findByNumber(entry, count);
    if (device < 0)
      break;
    if (llvm::is_contained(seen, device))
      return {};
    seen.push_back(device);
  }
  return seen;
}
