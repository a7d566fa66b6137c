//===- Harness.cpp - Runs small PTX texts in tests ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

std::string test::kernel(const std::string &body, const std::string &module,
                         const std::string &directives) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n" + module + R"(
.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2,
                  .param .u64 p3)
)" + directives +
         R"({
  .reg .pred %p<10>;
  .reg .b16 %h<20>;
  .reg .b32 %r<50>, %at, %t, %f<20>;
  .reg .b64 %rd<50>, %d<20>;
  ld.param.u64 %rd0, [p0];
  ld.param.u64 %rd1, [p1];
  ld.param.u64 %rd2, [p2];
  ld.param.u64 %rd3, [p3];
  mov.u32 %t, %tid.x;
  mul.lo.u32 %at, %t, 4;
)" + body +
         "\n  ret;\n}\n";
}

std::string test::withVersion(std::string text, const std::string &version) {
  size_t at = text.find("9.0");
  return text.replace(at, strlen("9.0"), version);
}

KernelRun &KernelRun::bytesArray(const std::vector<uint8_t> &bytes) {
  std::string name = "array " + std::to_string(addresses.size());
  uint64_t address = llvm::cantFail(memory.allocate(bytes.size(), name));
  llvm::cantFail(memory.write(address, bytes));
  addresses.push_back(address);
  sizes.push_back(bytes.size());
  return *this;
}

std::string KernelRun::launch(Dim3 grid, Dim3 block) {
  auto program = Program::parse(text, "test.ptx");
  if (!program)
    return llvm::toString(program.takeError());
  const Entry *entry = program->findEntry("k");
  if (!entry && !program->entries().empty())
    entry = &program->entries().front();
  if (!entry)
    return "no entry";
  std::vector<uint8_t> parameters(entry->parameterBytes);
  size_t end = 0;
  for (uint64_t address : addresses)
    for (unsigned b = 0; b != 8 && end != parameters.size(); ++b)
      parameters[end++] = static_cast<uint8_t>(address >> (8 * b));
  for (uint8_t byte : moreParameters)
    parameters[end++] = byte;
  config.grid = grid;
  config.block = block;
  config.printSink = [this](llvm::StringRef text) { printed += text.str(); };
  auto result = ptx::launch(*program, entry->name, parameters, memory, config);
  if (!result)
    return llvm::toString(result.takeError());
  statistics = *result;
  return "";
}

std::string test::parseError(const std::string &text) {
  auto program = Program::parse(text, "test.ptx");
  if (!program)
    return llvm::toString(program.takeError());
  for (const Entry &entry : program->entries())
    if (!entry.unknownInstructions.empty()) {
      const UnknownInstruction &first = entry.unknownInstructions.front();
      return "unknown: " + first.place + ": " + first.message;
    }
  return "";
}
