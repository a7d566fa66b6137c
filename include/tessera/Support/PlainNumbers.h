//===- PlainNumbers.h - Numbers without the caller's locale -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM prints and reads numbers by C's printf and strtod, which have the decimal
// comma of a program that sets such a locale. Outputs must not: they are the same
// in any, JSON has a point, and so has what a kernel prints.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PLAINNUMBERS_H
#define TESSERA_SUPPORT_PLAINNUMBERS_H

#include <langinfo.h>
#include <locale.h>
#include <utility>

namespace tessera {

/// While one lives, numbers on this thread have a decimal point. All else of the
/// locale stays the caller's. Takes nothing where they have one already.
class PlainNumbers {
public:
  PlainNumbers() {
    const char *point = nl_langinfo(RADIXCHAR);
    if (point[0] == '.' && !point[1])
      return;
    locale_t copy = duplocale(uselocale(nullptr));
    if (!copy)
      return;
    plain = newlocale(LC_NUMERIC_MASK, "C", copy);
    if (plain)
      callers = uselocale(plain);
    else
      freelocale(copy);
  }
  PlainNumbers(const PlainNumbers &) = delete;
  ~PlainNumbers() {
    if (!plain)
      return;
    uselocale(callers);
    freelocale(plain);
  }

private:
  locale_t plain = nullptr, callers = nullptr;
};

/// `work`, for another thread that ends before this one's locale changes: it prints
/// numbers as this thread does, whose PlainNumbers are no other's.
template <typename Work> auto withLocaleOfThisThread(Work work) {
  return [work = std::move(work), locale = uselocale(nullptr)]() mutable {
    uselocale(locale);
    work();
  };
}

} // namespace tessera

#endif // TESSERA_SUPPORT_PLAINNUMBERS_H
