//===- Reach.cpp - The reach of a program ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Smith/Reach.h"
#include "Oracles/OracleSupport.h"

#include "tessera/Compiler/Remarks.h"
#include "tessera/Runtime/PassVerifier.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

/// The instruction in a statement; empty if there is none.
static StringRef instructionOf(StringRef statement) {
  statement = statement.trim();
  if (statement.consume_front("@"))
    statement = statement.drop_until(llvm::isSpace).ltrim();
  StringRef name = statement.take_until(llvm::isSpace);
  bool isInstruction =
      !name.empty() && llvm::isAlpha(name.front()) && !name.ends_with(":");
  return isInstruction ? name : StringRef();
}

namespace {
/// Finds copies that a warp begins between two of its products: no label and no
/// branch stands among them.
class CopiesAmongProducts {
public:
  void add(StringRef instruction) {
    if (instruction.empty() || instruction.starts_with("bra"))
      state = Nothing;
    else if (instruction.starts_with("mma.sync"))
      state = state < Copy ? Product : Both;
    else if (instruction.starts_with("cp.async.c") && state == Product &&
             !instruction.starts_with("cp.async.commit"))
      state = Copy;
    areThere |= state == Both;
  }
  bool found() const { return areThere; }

private:
  enum { Nothing, Product, Copy, Both } state = Nothing;
  bool areThere = false;
};
} // namespace

static void addInstructions(StringRef ptx, std::set<std::string> &marks) {
  SmallVector<StringRef> lines, statements;
  ptx.split(lines, '\n');
  CopiesAmongProducts copies;
  for (StringRef line : lines) {
    statements.clear();
    StringRef code = line.split("//").first;
    if (code.starts_with("$"))
      copies.add("");
    llvm::SplitString(code, statements, ";{}");
    for (StringRef statement : statements)
      if (StringRef name = instructionOf(statement); !name.empty()) {
        marks.insert(("ptx:" + name).str());
        copies.add(name);
      }
  }
  if (copies.found())
    marks.insert("order:copies-among-products");
}

ArrayRef<ReachRun> smith::runsToReach(Operation *module) {
  static constexpr ReachRun runs[] = {{"sm_75"},
                                      {"sm_90"},
                                      {"sm_90", /*hasAgents=*/true},
                                      {"sm_90", false, /*hasMaps=*/true},
                                      {"sm_100"},
                                      {"sm_120"}};
  static constexpr ReachRun ofMulticast[] = {{multicastGPU}};
  return isMulticast(module) ? ArrayRef(ofMulticast) : ArrayRef(runs);
}

LogicalResult smith::findReach(Operation *module, const ReachRun &run,
                               std::set<std::string> &marks) {
  OwningOpRef<mlir::ModuleOp> outer = wrap(module, run.gpu);
  std::vector<ReportedRemark> remarks;
  RemarkCollector collector(*module->getContext(), RemarkOptions(), &remarks);
  runtime::ProgramJudge nobody = [](Operation *) { return std::nullopt; };
  runtime::PassReport report;
  CompileOptions options;
  options.gpuName = run.gpu.str();
  options.overrides.productsApart = true;
  if (run.hasAgents)
    options.overrides.copyWarps = 1;
  if (run.hasMaps)
    options.overrides.tensorMaps = true;
  options.emit = Stage::PTX;
  options.configure = [&](PassManager &passes) {
    runtime::addPassVerifier(passes, nobody, report);
  };
  CompileResult result = compile(*outer, options);
  if (!result)
    return failure();
  collector.take();
  for (const std::string &pass : report.changedBy)
    marks.insert("pass:" + pass);
  for (const ReportedRemark &remark : remarks)
    marks.insert("remark:" + StringRef(remark.kind).lower() + ":" +
                 remark.name);
  addInstructions(result.ptx, marks);
  return success();
}
