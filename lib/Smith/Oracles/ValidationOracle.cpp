//===- ValidationOracle.cpp - The compilation is proved -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other oracles compare what a program leaves of its data. This one compares
// the terms of all that it stores, and the sources of what its PTX stores, so
// that it judges the compilation for all contents of memory.
//
//===----------------------------------------------------------------------===//

#include "OracleSupport.h"

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/Scalar.h"
#include "tessera/Runtime/Validator.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

/// The launch of one entry, over memory that no other one has changed.
static runtime::Launch makeLaunch(FunctionOpInterface entry,
                                  const Launch::Grid &grid,
                                  ArrayRef<Argument> arguments) {
  runtime::Launch launch;
  launch.entry = entry.getName().str();
  launch.grid = grid;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!argument.isPointer) {
      uint64_t bits =
          runtime::loadScalar(argument.format, argument.bytes.data());
      launch.parameters.push_back({std::nullopt, argument.format, bits});
      continue;
    }
    runtime::Buffer buffer;
    buffer.name = "argument " + std::to_string(i);
    buffer.bytes = argument.bytes.size();
    buffer.contents = argument.bytes;
    launch.parameters.push_back({unsigned(launch.buffers.size())});
    launch.buffers.push_back(std::move(buffer));
  }
  return launch;
}

using Validators = std::vector<std::unique_ptr<runtime::Validator>>;

/// A validator for each entry that runs by itself.
static Validators beginAll(const Subject &subject) {
  Validators validators;
  auto entries = subject.module->getRegion(0).getOps<FunctionOpInterface>();
  auto launched = llvm::make_filter_range(entries, [](FunctionOpInterface op) {
    return isa<cuda_tile::EntryOpInterface>(op.getOperation());
  });
  for (auto [grid, entry] : llvm::zip(subject.launch.grids(), launched)) {
    auto validator = std::make_unique<runtime::Validator>(
        makeLaunch(entry, grid, subject.launch.arguments),
        interp::LaunchConfig());
    if (validator->begin(subject.module, llvm::nulls()))
      validators.push_back(std::move(validator));
  }
  return validators;
}

/// Judges the PTX by all validators.
static Finding judgeCode(const Subject &subject, const CompileOptions &options,
                         const Validators &validators,
                         runtime::ValidationReport &report) {
  CompileOptions toPTX = options;
  toPTX.emit = Stage::PTX;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
  CompileResult result = compile(*outer, toPTX);
  if (!result)
    return "cannot be compiled to PTX: " + result.internalError;
  auto code = ptx::Program::parse(result.ptx, "the compiled PTX");
  if (!code)
    return llvm::toString(code.takeError());
  for (const auto &validator : validators)
    if (Finding finding = validator->judgeCode(*code, report))
      return finding;
  return std::nullopt;
}

static Finding judgeValidation(const Subject &subject, CompileOptions options) {
  // The emulator has one GPU.
  const bool hasCode = !isMulticast(subject.module);
  if (!hasCode)
    options.gpuName = multicastGPU.str();
  Errors errors(subject.module->getContext());
  Validators validators = beginAll(subject);
  runtime::ValidationReport report;
  OwningOpRef<mlir::ModuleOp> outer = wrap(subject.module, options.gpuName);
  CompileResult result = runtime::verifyEachPass(
      *outer, options,
      [&](Operation *program) -> Finding {
        for (const auto &validator : validators)
          if (Finding finding = validator->judge(program, report))
            return finding;
        return std::nullopt;
      },
      report.passes);
  if (report.passes.blame)
    return report.passes.describeBlame();
  if (!result)
    return "cannot be compiled: " + result.internalError + errors.str();
  if (hasCode)
    if (Finding finding = judgeCode(subject, options, validators, report))
      return finding;
  if (subject.tally)
    subject.tally->count(report, subject.launch.grids().size(),
                         validators.size());
  return std::nullopt;
}

Oracle smith::makeValidationOracle(StringRef gpu) {
  CompileOptions options;
  options.gpuName = gpu.str();
  options.optLevel = 3;
  Oracle oracle{"validation-" + options.gpuName,
                [options](const Subject &subject) {
                  return judgeValidation(subject, options);
                }};
  oracle.isAskedByNameAlone = true;
  return oracle;
}

void Tally::count(const runtime::ValidationReport &report, uint64_t launches,
                  uint64_t run) {
  validation.launches += launches;
  validation.notRun += launches - run;
  validation.changes += report.proved + report.undecided.size();
  validation.proved += report.proved;
  validation.codes += report.code.runs;
  validation.provedCodes += report.code.proved;
  validation.onNumbers += report.code.onNumbers;
  for (const auto &each : report.undecided)
    validation.undecided.push_back(each.pass + ": " + each.reason);
  for (const std::string &reason : report.code.undecided)
    validation.undecided.push_back("PTX: " + reason);
}
