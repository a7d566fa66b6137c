//===- MachineCodeFile.cpp - What a cubin has of a kernel ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCodeFile.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::report;
using llvm::StringRef;
using Elf = llvm::object::ELF64LE;

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Calls `visit` with the section of this name, if the file has one.
template <typename Fn>
static void visitSection(StringRef cubin, StringRef wanted, Fn visit) {
  auto file = llvm::cantFail(llvm::object::ELFFile<Elf>::create(cubin));
  for (const Elf::Shdr &section : llvm::cantFail(file.sections()))
    if (llvm::cantFail(file.getSectionName(section)) == wanted)
      return visit(section);
}

uint64_t report::findSharedBytes(StringRef cubin, StringRef kernel) {
  // From sm_90 on, ptxas counts what the driver reserves of each block as the
  // kernel's own, and says so by a section for it.
  constexpr uint64_t reservedBytes = 1024;
  uint64_t bytes = 0, reserved = 0;
  visitSection(cubin, (".nv.shared." + kernel).str(),
               [&](const Elf::Shdr &section) { bytes = section.sh_size; });
  visitSection(cubin, ".nv.shared.reserved.0",
               [&](const Elf::Shdr &) { reserved = reservedBytes; });
  return bytes - std::min(bytes, reserved);
}

uint64_t report::hashMachineCode(StringRef cubin, StringRef kernel) {
  uint64_t hash = 0;
  visitSection(cubin, (".text." + kernel).str(), [&](const Elf::Shdr &section) {
    hash = llvm::xxh3_64bits(cubin.substr(section.sh_offset, section.sh_size));
  });
  return hash;
}

//===----------------------------------------------------------------------===//
// The listing
//===----------------------------------------------------------------------===//

namespace {
/// Instructions of a class begin with one of these, longest first; words of
/// NVIDIA's "CUDA Binary Utilities", chapter "Instruction Set Reference".
struct ClassRow {
  StringRef prefix, name;
};
} // namespace

static constexpr ClassRow classes[] = {{"HGMMA", "matrix"},
                                       {"IGMMA", "matrix"},
                                       {"QGMMA", "matrix"},
                                       {"BGMMA", "matrix"},
                                       {"HMMA", "matrix"},
                                       {"IMMA", "matrix"},
                                       {"QMMA", "matrix"},
                                       {"OMMA", "matrix"},
                                       {"DMMA", "matrix"},
                                       {"BMMA", "matrix"},
                                       {"UTCHMMA", "matrix"},
                                       {"UTCQMMA", "matrix"},
                                       {"UTCOMMA", "matrix"},
                                       {"UTCIMMA", "matrix"},
                                       {"LDGSTS", "async copy"},
                                       {"LDGDEPBAR", "async copy"},
                                       {"UTMA", "async copy"},
                                       {"UBLKCP", "async copy"},
                                       {"UBLKRED", "async copy"},
                                       {"LDTM", "async copy"},
                                       {"STTM", "async copy"},
                                       {"LDG", "load.global"},
                                       {"LDS", "load.shared"},
                                       {"LDL", "load.local"},
                                       {"LDC", "load.const"},
                                       {"ULDC", "load.const"},
                                       {"LD", "load.generic"},
                                       {"STG", "store.global"},
                                       {"STS", "store.shared"},
                                       {"STL", "store.local"},
                                       {"ST", "store.generic"},
                                       {"ATOM", "atomic"},
                                       {"RED", "atomic"},
                                       {"SHFL", "exchange"},
                                       {"VOTE", "exchange"},
                                       {"MATCH", "exchange"},
                                       {"REDUX", "exchange"},
                                       {"BAR", "barrier"},
                                       {"SYNCS", "barrier"},
                                       {"WARPSYNC", "barrier"},
                                       {"MEMBAR", "fence"},
                                       {"FENCE", "fence"},
                                       {"ERRBAR", "fence"},
                                       {"BRA", "control"},
                                       {"EXIT", "control"},
                                       {"BSSY", "control"},
                                       {"BSYNC", "control"},
                                       {"CALL", "control"},
                                       {"RET", "control"},
                                       {"BRX", "control"},
                                       {"NOP", "other"},
                                       {"MUFU", "special"},
                                       {"F2", "conversion"},
                                       {"I2F", "conversion"},
                                       {"FRND", "conversion"},
                                       {"MOV", "move"},
                                       {"SEL", "move"},
                                       {"PRMT", "move"},
                                       {"S2", "move"},
                                       {"CS2", "move"},
                                       {"R2UR", "move"},
                                       {"UMOV", "move"},
                                       {"USEL", "move"},
                                       {"HADD", "fp16"},
                                       {"HMUL", "fp16"},
                                       {"HFMA", "fp16"},
                                       {"HSET", "fp16"},
                                       {"HMNMX", "fp16"},
                                       {"DADD", "fp64"},
                                       {"DMUL", "fp64"},
                                       {"DFMA", "fp64"},
                                       {"DSET", "fp64"},
                                       {"FADD", "fp32"},
                                       {"FMUL", "fp32"},
                                       {"FFMA", "fp32"},
                                       {"FSET", "fp32"},
                                       {"FMNMX", "fp32"},
                                       {"FSEL", "fp32"},
                                       {"FCHK", "fp32"},
                                       {"I", "integer"},
                                       {"UI", "integer"},
                                       {"LEA", "integer"},
                                       {"ULEA", "integer"},
                                       {"LOP", "integer"},
                                       {"ULOP", "integer"},
                                       {"PLOP", "integer"},
                                       {"SHF", "integer"},
                                       {"USHF", "integer"},
                                       {"POPC", "integer"},
                                       {"FLO", "integer"},
                                       {"BREV", "integer"},
                                       {"VIADD", "integer"},
                                       {"P2R", "integer"}};

static StringRef classOf(StringRef opcode) {
  for (const ClassRow &row : classes)
    if (opcode.starts_with(row.prefix))
      return row.name;
  return "other";
}

std::map<std::string, unsigned>
report::countClasses(const bound::MachineKernel &kernel) {
  std::map<std::string, unsigned> counts;
  for (const bound::MachineInstruction &each : kernel.code) {
    ++counts["instructions"];
    ++counts[classOf(each.opcode).str()];
  }
  return counts;
}

/// The output of nvdisasm.
static llvm::Expected<std::string> disassemble(StringRef cubin,
                                               const std::string &program) {
  llvm::Expected<MemoryFile> log = MemoryFile::create("nvdisasm.log");
  if (!log)
    return log.takeError();
  llvm::Expected<MemoryFile> input = MemoryFile::create("cubin", cubin);
  if (!input)
    return input.takeError();
  ProcessEnd end = runChildProcess(
      {program, "-c", "-hex", "-ndf", childFileName(0)}, *log, {&*input});
  if (end.kind != ProcessEnd::Kind::Exited || end.code != 0)
    return llvm::createStringError("'" + program +
                                   "' does not list the machine code");
  return log->read();
}

llvm::Expected<bound::MachineListing> report::listMachineCode(StringRef cubin,
                                                              StringRef named) {
  llvm::Expected<std::string> program = findNvdisasm(named);
  if (!program)
    return program.takeError();
  if (program->empty() || !hasChildFiles())
    return bound::MachineListing();
  llvm::Expected<std::string> text = disassemble(cubin, *program);
  if (text)
    return bound::parseMachineListing(*text);
  if (!named.empty())
    return text.takeError();
  llvm::consumeError(text.takeError());
  return bound::MachineListing();
}
