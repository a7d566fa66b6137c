//===- ProfileDiff.cpp - What differs between profiles --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "Pictures.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Report/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::report;
using llvm::formatv;
using llvm::StringRef;

double MeasurePair::getGrowth() const {
  if (*a == *b)
    return 0;
  return *a == 0 ? std::numeric_limits<double>::infinity()
                 : 100 * (*b - *a) / *a;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static KernelPair compareKernels(const KernelProfile &a,
                                 const KernelProfile &b) {
  KernelPair pair;
  pair.name = a.name;
  pair.otherName = b.name;
  pair.verdictOfA = a.verdict;
  pair.verdictOfB = b.verdict;
  if (a.bits && b.bits)
    pair.sameBits = a.bits == b.bits;
  for (const Measure &each : a.measures)
    pair.measures.push_back({each.group, each.name, each.value, std::nullopt});
  for (const Measure &each : b.measures) {
    auto found = llvm::find_if(pair.measures, [&](const MeasurePair &other) {
      return other.group == each.group && other.name == each.name;
    });
    if (found != pair.measures.end()) {
      found->b = each.value;
      continue;
    }
    // Behind the others of its group.
    auto last = llvm::find_if(
        llvm::reverse(pair.measures),
        [&](const MeasurePair &other) { return other.group == each.group; });
    pair.measures.insert(last.base() == pair.measures.begin()
                             ? pair.measures.end()
                             : last.base(),
                         {each.group, each.name, std::nullopt, each.value});
  }
  // A class, a unit or a counter that only one file has is 0 in the other.
  auto hasGroup = [](const KernelProfile &kernel, StringRef group) {
    return llvm::any_of(kernel.measures, [&](const Measure &each) {
      return each.group == group;
    });
  };
  for (MeasurePair &each : pair.measures)
    if (each.group != "resources" && hasGroup(a, each.group) &&
        hasGroup(b, each.group)) {
      each.a = each.a.value_or(0);
      each.b = each.b.value_or(0);
    }
  return pair;
}

ProfileDiff report::compareProfiles(const Profile &a, const Profile &b) {
  ProfileDiff diff;
  diff.fileOfA = a.file;
  diff.fileOfB = b.file;
  if (a.kernels.size() == 1 && b.kernels.size() == 1) {
    diff.kernels.push_back(
        compareKernels(a.kernels.front(), b.kernels.front()));
    return diff;
  }
  auto find = [](const Profile &profile, StringRef name) {
    return llvm::find_if(profile.kernels, [&](const KernelProfile &each) {
      return each.name == name;
    });
  };
  for (const KernelProfile &kernel : a.kernels)
    if (auto other = find(b, kernel.name); other != b.kernels.end())
      diff.kernels.push_back(compareKernels(kernel, *other));
    else
      diff.onlyInA.push_back(kernel.name);
  for (const KernelProfile &kernel : b.kernels)
    if (find(a, kernel.name) == a.kernels.end())
      diff.onlyInB.push_back(kernel.name);
  return diff;
}

std::vector<std::string>
ProfileDiff::check(llvm::ArrayRef<Limit> limits) const {
  std::vector<std::string> beyond;
  for (const KernelPair &kernel : kernels)
    for (const MeasurePair &each : kernel.measures)
      for (const Limit &limit : limits) {
        bool isAny = limit.name == "any";
        if (!each.differs() || (!isAny && each.name != limit.name))
          continue;
        double growth = isAny ? std::abs(each.getGrowth()) : each.getGrowth();
        if (growth > limit.percent)
          beyond.push_back(formatv("{0}: {1} {2} was {3:f0} and is {4:f0}",
                                   shortKernelName(kernel.name), each.group,
                                   each.name, *each.a, *each.b));
      }
  return beyond;
}

std::vector<Limit>
ProfileDiff::findUnknown(llvm::ArrayRef<Limit> limits) const {
  std::vector<Limit> unknown;
  llvm::copy_if(limits, std::back_inserter(unknown), [&](const Limit &limit) {
    return limit.name != "any" &&
           llvm::none_of(kernels, [&](const KernelPair &kernel) {
             return llvm::any_of(kernel.measures, [&](const MeasurePair &each) {
               return each.name == limit.name;
             });
           });
  });
  return unknown;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static std::string format(std::optional<double> value) {
  if (!value)
    return "-";
  return std::floor(*value) == *value ? formatv("{0:f0}", *value).str()
                                      : formatv("{0:f1}", *value).str();
}

static std::string formatGrowth(const MeasurePair &pair) {
  if (!pair.differs())
    return "";
  double growth = pair.getGrowth();
  return std::isinf(growth)
             ? "new"
             : formatv("{0}{1:f1} %", growth > 0 ? "+" : "", growth).str();
}

static std::string describeBits(const KernelPair &kernel) {
  if (!kernel.sameBits)
    return "";
  return *kernel.sameBits ? "the code is the same bit for bit"
                          : "the code differs";
}

static std::string describeNames(const KernelPair &kernel) {
  std::string a = shortKernelName(kernel.name),
              b = shortKernelName(kernel.otherName);
  return a == b ? a : a + " and " + b;
}

void ProfileDiff::print(llvm::raw_ostream &os, bool all) const {
  os << "A: " << fileOfA << "\nB: " << fileOfB << '\n';
  for (const KernelPair &kernel : kernels) {
    std::string bits = describeBits(kernel);
    os << describeNames(kernel) << (bits.empty() ? "" : ": ") << bits << '\n';
    for (const MeasurePair &each : kernel.measures)
      if (all || each.differs())
        os << StringRef(formatv("  {0,-13} {1,-28} {2,12} {3,12}  {4}",
                                each.group, each.name, format(each.a),
                                format(each.b), formatGrowth(each))
                            .str())
                  .rtrim()
           << '\n';
    for (const auto &[name, verdict] :
         {std::pair("A", &kernel.verdictOfA), {"B", &kernel.verdictOfB}})
      if (!verdict->empty())
        os << "  " << name << ": " << verdict->front() << '\n';
  }
  for (const std::string &name : onlyInA)
    os << "only in A: " << name << '\n';
  for (const std::string &name : onlyInB)
    os << "only in B: " << name << '\n';
}

std::string ProfileDiff::toJson() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 1);
  auto clean = [](StringRef name) { return llvm::json::fixUTF8(name); };
  auto list = [&](StringRef key, llvm::ArrayRef<std::string> names) {
    json.attributeArray(key, [&] {
      for (const std::string &name : names)
        json.value(clean(name));
    });
  };
  json.object([&] {
    json.attribute("schema", 1);
    json.attribute("a", clean(fileOfA));
    json.attribute("b", clean(fileOfB));
    json.attributeArray("kernels", [&] {
      for (const KernelPair &kernel : kernels)
        json.object([&] {
          json.attribute("name", clean(kernel.name));
          json.attribute("other_name", clean(kernel.otherName));
          if (kernel.sameBits)
            json.attribute("same_bits", *kernel.sameBits);
          json.attributeArray("figures", [&] {
            for (const MeasurePair &each : kernel.measures)
              json.object([&] {
                json.attribute("group", each.group);
                json.attribute("name", clean(each.name));
                auto rounded = [](double value) {
                  return std::round(value * 100) / 100;
                };
                if (each.a)
                  json.attribute("a", rounded(*each.a));
                if (each.b)
                  json.attribute("b", rounded(*each.b));
              });
          });
          list("verdict_a", kernel.verdictOfA);
          list("verdict_b", kernel.verdictOfB);
        });
    });
    list("only_in_a", onlyInA);
    list("only_in_b", onlyInB);
  });
  json.flush();
  os << '\n';
  return text;
}

static void writeVerdict(llvm::raw_ostream &os, StringRef name,
                         llvm::ArrayRef<std::string> verdict) {
  if (!verdict.empty())
    os << "<div class=\"verdict\"><p><b>" << name
       << "</b>: " << escape(verdict.front()) << "</p></div>\n";
}

std::string ProfileDiff::toHtml() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  beginPage(os, "Two kernels");
  os << "<p>A: <code>" << escape(fileOfA) << "</code><br>B: <code>"
     << escape(fileOfB) << "</code></p>\n";
  for (const KernelPair &kernel : kernels) {
    os << "<h2>" << escape(describeNames(kernel))
       << "</h2>\n<p class=\"faint\">" << describeBits(kernel) << "</p>\n";
    writeVerdict(os, "A", kernel.verdictOfA);
    writeVerdict(os, "B", kernel.verdictOfB);
    Table table(os, {"group", "figure", "#A", "#B", "#change"});
    for (const MeasurePair &each : kernel.measures) {
      std::string growth = formatGrowth(each);
      table.add({escape(each.group), escape(each.name), format(each.a),
                 format(each.b),
                 growth.empty() ? growth : "<b>" + growth + "</b>"});
    }
  }
  for (const auto &[file, names] : {std::pair("A", &onlyInA), {"B", &onlyInB}})
    for (const std::string &name : *names)
      os << "<p>only in " << file << ": " << escape(name) << "</p>\n";
  endPage(os);
  return text;
}
