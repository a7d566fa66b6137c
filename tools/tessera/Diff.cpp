//===- Diff.cpp - Kernels explained and compared --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "tessera/Report/Profile.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::report;

namespace {
/// Options of both commands.
struct ProfileArguments {
  cl::OptionCategory category{"Options"};
  cl::opt<std::string> gpu{
      "gpu-name", cl::cat(category), cl::value_desc("sm_NN"),
      cl::desc(
          "The GPU of Tile IR (default: the one that it names, or sm_90)")};
  cl::opt<int> level{"O",
                     cl::Prefix,
                     cl::init(3),
                     cl::cat(category),
                     cl::value_desc("0-3"),
                     cl::desc("Optimization level of Tile IR and PTX")};
  cl::opt<std::string> ptxas{
      "ptxas-path", cl::cat(category), cl::value_desc("file"),
      cl::desc("ptxas to assemble with (default: that of the CUDA toolkit)")};
  cl::opt<std::string> nvdisasm{
      "nvdisasm-path", cl::cat(category), cl::value_desc("file"),
      cl::desc("nvdisasm, which lists machine code (default: beside ptxas, or "
               "in PATH)")};

  ProfileOptions get(const MessageOptions &log) const {
    return {gpu, level, ptxas, nvdisasm, log.format()};
  }
};

enum ExitCode { compared = 0, beyondLimits = 1, unreadable = 2 };
} // namespace

//===----------------------------------------------------------------------===//
// explain
//===----------------------------------------------------------------------===//

static void printVerdict(ArrayRef<std::string> verdict) {
  for (const auto &[number, sentence] : enumerate(verdict))
    outs() << (number ? "  " + std::to_string(number) + ". " : "")
           << escapeControls(sentence) << '\n';
}

/// Prints a remark; changes that would help are its notes.
static void printVerdictAsJson(ArrayRef<std::string> verdict) {
  std::vector<PlainDiagnostic> sentences;
  for (const auto &[number, sentence] : enumerate(verdict)) {
    PlainDiagnostic &plain = sentences.emplace_back();
    plain.severity = number ? mlir::DiagnosticSeverity::Note
                            : mlir::DiagnosticSeverity::Remark;
    plain.message = sentence;
  }
  for (json::Object &object : toJson(sentences))
    printJson(std::move(object), outs());
}

/// Why nothing is said of a kernel, and what would help.
static std::string tellUnknown(const Profile &profile,
                               const KernelProfile &kernel) {
  std::string name = escapeName(kernel.name);
  bool isListed = any_of(kernel.measures, [](const Measure &measure) {
    return measure.group == "machine code";
  });
  if (profile.form != "machine code" || !profile.gpu.empty() || isListed)
    return name + ": nothing is known of its PTX or of its GPU";
  return name + ": the file has no PTX of it (tileiras --carry-program puts it "
                "there), and no nvdisasm lists its machine code: put one in "
                "PATH, or name it by --nvdisasm-path";
}

int explain_main(int argc, char **argv) {
  static char name[] = "tessera explain";
  argv[0] = name;
  ProfileArguments arguments;
  cl::opt<std::string> input{cl::Positional, cl::Required,
                             cl::desc("<bytecode, text, PTX or report>"),
                             cl::cat(arguments.category)};
  MessageOptions log{arguments.category};
  cl::HideUnrelatedOptions(arguments.category);
  parseCommandLine(argc, argv,
                   "Says what limits each kernel, and which changes would gain "
                   "most\n");
  Expected<Profile> profile = readProfile(input, arguments.get(log));
  if (!profile)
    return log.fail(profile.takeError(), unreadable);
  for (const KernelProfile &kernel : profile->kernels) {
    std::vector<std::string> verdict = kernel.verdict;
    if (verdict.empty() && kernel.played.empty())
      verdict = {tellUnknown(*profile, kernel)};
    std::vector<std::string> played;
    if (!kernel.played.empty())
      played = {kernel.played};
    for (ArrayRef<std::string> sentences :
         {ArrayRef(verdict), ArrayRef(played)}) {
      if (log.isJson())
        printVerdictAsJson(sentences);
      else
        printVerdict(sentences);
    }
  }
  return compared;
}

//===----------------------------------------------------------------------===//
// diff
//===----------------------------------------------------------------------===//

/// Parses "registers" or "cycles:5".
static Expected<Limit> parseLimit(StringRef text) {
  auto [name, percent] = text.split(':');
  Limit limit{name.str(), 0};
  if (name.empty() || (!percent.empty() && percent.getAsDouble(limit.percent)))
    return createStringError("--fail-on=" + text +
                             ": write a figure and, behind a colon, a "
                             "percentage, as in --fail-on=cycles:5");
  return limit;
}

int diff_main(int argc, char **argv) {
  static char name[] = "tessera diff";
  argv[0] = name;
  ProfileArguments arguments;
  cl::opt<std::string> a{cl::Positional, cl::Required, cl::desc("<A>"),
                         cl::cat(arguments.category)};
  cl::opt<std::string> b{cl::Positional, cl::Required, cl::desc("<B>"),
                         cl::cat(arguments.category)};
  cl::opt<bool> all{"all", cl::cat(arguments.category),
                    cl::desc("Print figures that are the same, too")};
  FileNameOption json{"json", cl::value_desc("file"),
                      cl::cat(arguments.category),
                      cl::desc("Write all figures as data")};
  FileNameOption html{"html", cl::value_desc("file"),
                      cl::cat(arguments.category),
                      cl::desc("Write all figures as a page")};
  cl::list<std::string> failOn{
      "fail-on", cl::value_desc("figure[:percent]"),
      cl::cat(arguments.category),
      cl::desc("End with 1 if B has more than that of a figure, or of `any`")};
  MessageOptions log{arguments.category, /*hasJson=*/false};
  cl::HideUnrelatedOptions(arguments.category);
  parseCommandLine(argc, argv,
                   "Compares kernels: Tile IR, PTX, machine code, reports, "
                   "counters\n");
  std::vector<Limit> limits;
  for (StringRef text : failOn) {
    Expected<Limit> limit = parseLimit(text);
    if (!limit)
      return log.fail(limit.takeError(), unreadable);
    limits.push_back(*limit);
  }
  Expected<Profile> first = readProfile(a, arguments.get(log));
  if (!first)
    return log.fail(first.takeError(), unreadable);
  Expected<Profile> second = readProfile(b, arguments.get(log));
  if (!second)
    return log.fail(second.takeError(), unreadable);
  // Each program may have named a GPU of its own.
  if (!first->gpu.empty() && !second->gpu.empty() && first->gpu != second->gpu)
    log.say(mlir::DiagnosticSeverity::Note,
            "A is for " + first->gpu + ", B for " + second->gpu +
                " (--gpu-name compiles Tile IR for one)");
  ProfileDiff diff = compareProfiles(*first, *second);
  std::string text;
  raw_string_ostream os(text);
  diff.print(os, all);
  outs() << escapeControls(text);
  outs().flush(); // before messages
  if (!json.empty())
    if (Error error = writeFileAtomically(json, diff.toJson()))
      return log.fail(std::move(error), unreadable);
  if (!html.empty())
    if (Error error = writeFileAtomically(html, diff.toHtml()))
      return log.fail(std::move(error), unreadable);
  // A figure that nobody has would never be beyond its limit.
  for (const Limit &limit : diff.findUnknown(limits))
    return log.fail("--fail-on=" + limit.name +
                        ": no kernel that both have has this figure; --all "
                        "prints those that there are",
                    unreadable);
  std::vector<std::string> beyond = diff.check(limits);
  for (const std::string &line : beyond)
    log.fail("beyond its limit: " + line);
  return beyond.empty() ? compared : beyondLimits;
}
