//===- CompilationValidator.cpp - Validation on made-up launches ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entries.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Runtime/Validator.h"
#include <cstring>

using namespace tessera;
using namespace tessera::runtime;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Small numbers that tell neighbours apart; integers are indices, too.
static uint64_t makeNumber(Format format, uint64_t index) {
  if (numerics::isInteger(format))
    return index * 5 % 8 & numerics::lowBits(numerics::bitWidth(format));
  double number = double(index * 37 % 1001 + 1) / 256;
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return numerics::convertFloat(Format::F64, format, bits,
                                numerics::Rounding::NearestEven);
}

static Buffer makeBuffer(Format format, unsigned number) {
  constexpr uint64_t bytes = 1 << 20;
  Buffer buffer;
  buffer.name = "argument " + std::to_string(number);
  buffer.bytes = bytes;
  Bytes &contents = buffer.makeContents();
  unsigned size = numerics::storageBytes(format);
  for (uint64_t i = 0; i < bytes / size; ++i) {
    uint64_t bits = makeNumber(format, i);
    std::memcpy(contents.data() + i * size, &bits, size);
  }
  return buffer;
}

/// The integers behind a pointer, at most `count`, as the extents and strides
/// of an array in C order.
static void addArray(Launch &launch, unsigned count, uint64_t extent,
                     llvm::ArrayRef<ParameterType> types) {
  unsigned rank = count / 2;
  for (unsigned k = 0; k < count; ++k) {
    uint64_t value = extent;
    if (k >= rank && count % 2 == 0) {
      value = 1;
      for (unsigned inner = k - rank + 1; inner < rank; ++inner)
        value *= extent;
    }
    launch.parameters.push_back({std::nullopt, *types[k].format, value});
  }
}

/// A launch whose arrays have this extent along each dimension; if they are
/// not `shaped`, each integer is the extent.
static Launch makeLaunch(mlir::FunctionOpInterface entry,
                         std::array<uint32_t, 3> grid, uint64_t extent,
                         bool isShaped) {
  Launch launch;
  launch.entry = entry.getName().str();
  launch.grid = grid;
  std::vector<ParameterType> types = parametersOf(entry);
  llvm::ArrayRef<ParameterType> rest = types;
  bool isBehindPointer = false;
  while (!rest.empty()) {
    const ParameterType &type = rest.front();
    Format format = type.format.value_or(Format::I8);
    if (type.isPointer.value_or(false)) {
      unsigned number = launch.buffers.size();
      launch.buffers.push_back(makeBuffer(format, types.size() - rest.size()));
      launch.parameters.push_back({number});
      rest = rest.drop_front();
      isBehindPointer = true;
      continue;
    }
    if (numerics::isFloat(format)) {
      launch.parameters.push_back(
          {std::nullopt, format, makeNumber(format, 10)});
      rest = rest.drop_front();
      continue;
    }
    llvm::ArrayRef<ParameterType> numbers =
        rest.take_while([](const ParameterType &type) {
          return !type.isPointer.value_or(false) && type.format &&
                 numerics::isInteger(*type.format);
        });
    if (!isShaped || !isBehindPointer)
      numbers = numbers.take_front(1);
    addArray(launch, numbers.size(), extent, numbers);
    rest = rest.drop_front(numbers.size());
    isBehindPointer = false;
  }
  return launch;
}

std::vector<Launch>
tessera::runtime::makeLaunches(mlir::FunctionOpInterface entry) {
  std::vector<Launch> launches;
  for (std::array<uint32_t, 3> grid :
       {std::array<uint32_t, 3>{2, 2, 1}, {2, 1, 1}, {1, 1, 1}})
    for (uint64_t extent : {128, 16, 4})
      for (bool isShaped : {true, false})
        launches.push_back(makeLaunch(entry, grid, extent, isShaped));
  return launches;
}

//===----------------------------------------------------------------------===//
// The compilation
//===----------------------------------------------------------------------===//

/// False from where agents have parts of one program on, which threads alone can do, and
/// from the conversion to the dialect of LLVM on.
static bool isExecutable(mlir::Operation *program) {
  for (mlir::Operation &op : program->getRegion(0).front())
    if (llvm::isa_and_nonnull<mlir::LLVM::LLVMDialect>(op.getDialect()))
      return false;
  mlir::WalkResult result = program->walk([](mlir::Operation *op) {
    return tileas::isOfTogether(op) ? mlir::WalkResult::interrupt()
                                    : mlir::WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Terms that runs of the program as written may make: runs after some sixty passes
/// then take seconds.
static constexpr uint64_t enoughTerms = 1 << 20;

/// A validator that has run the program as written: on the first launch that runs
/// without an error and makes few terms, else on the last that runs; null if none
/// does.
static std::unique_ptr<Validator>
beginOnALaunch(mlir::FunctionOpInterface entry, mlir::Operation *program) {
  interp::LaunchConfig config;
  // Who has not ended by then is not meant to be launched like that.
  config.stepLimit = 1 << 20;
  auto begin = [&](const Launch &launch, uint64_t termLimit) {
    auto validator = std::make_unique<Validator>(launch, config);
    bool hasRun = validator->begin(program, llvm::nulls(), termLimit);
    return hasRun ? std::move(validator) : nullptr;
  };
  const std::vector<Launch> launches = makeLaunches(entry);
  for (const Launch &launch : launches)
    if (std::unique_ptr<Validator> found = begin(launch, enoughTerms))
      return found;
  for (const Launch &launch : llvm::reverse(launches))
    if (std::unique_ptr<Validator> found = begin(launch, /*termLimit=*/0))
      return found;
  return nullptr;
}

void CompilationValidator::begin(mlir::Operation *program) {
  if (std::exchange(hasBegun, true) || !isExecutable(program))
    return;
  for (mlir::FunctionOpInterface entry : entriesOf(program)) {
    std::unique_ptr<Validator> found = beginOnALaunch(entry, program);
    if (!found) {
      notRun.push_back(entry.getName().str());
      continue;
    }
    report.decisions += found->countDecisions();
    validators.push_back(std::move(found));
  }
}

std::optional<std::string>
CompilationValidator::judge(mlir::Operation *program) {
  if (!isExecutable(program))
    return std::nullopt;
  for (const std::unique_ptr<Validator> &validator : validators)
    if (std::optional<std::string> message = validator->judge(program, report))
      return message;
  return std::nullopt;
}

void CompilationValidator::attach(mlir::PassManager &passes) {
  addPassVerifier(passes, judgeProgram, report.passes,
                  [this](mlir::Operation *program) { begin(program); });
}

void CompilationValidator::judgeCode(llvm::StringRef ptx) {
  if (report.passes.blame || validators.empty())
    return;
  llvm::Expected<ptx::Program> code =
      ptx::Program::parse(ptx, "the compiled PTX");
  if (!code) {
    wrongCode = llvm::toString(code.takeError());
    return;
  }
  for (const std::unique_ptr<Validator> &validator : validators)
    if (!wrongCode)
      wrongCode = validator->judgeCode(*code, report);
}

std::string CompilationValidator::describe() const {
  if (wrongCode)
    return *wrongCode;
  if (report.passes.blame)
    return report.passes.describeBlame();
  std::string text = "validation: " + report.describe();
  for (const std::string &name : notRun)
    text += "\nnot validated: '" + name +
            "', which no made-up launch runs without an error; give "
            "cuda-tile-run --validate its arguments";
  return text;
}
