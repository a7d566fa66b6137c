//===- Options.h - The command line of cuda-tile-run ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the options and the conversion of their texts to values.
// Preparation.h has the conversions that need the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_OPTIONS_H
#define TESSERA_TOOLS_CUDATILERUN_OPTIONS_H

#include "tessera/Compiler/PlanOverrideOptions.h"
#include "tessera/Runtime/Engine.h"
#include "tessera/Runtime/Supervisor.h"
#include "tessera/Support/MessageOptions.h"
#include "llvm/Support/CommandLine.h"

namespace tessera::run {

namespace cl = llvm::cl;

/// Prints the name of the GPU of this machine, or why there is none, and ends
/// the program.
[[noreturn]] void printLocalGpu();

/// The options. They are made inside main, because the other tools in the same
/// program have their own.
struct Options {
  cl::OptionCategory category{"cuda-tile-run options"};

  /// Prints and ends, as --version does.
  cl::opt<bool> printGpu{"print-gpu", cl::ValueDisallowed, cl::cat(category),
                         cl::desc("print the name of the GPU of this machine, "
                                  "and end"),
                         cl::callback([](const bool &) { printLocalGpu(); })};
  cl::opt<std::string> kernel{cl::Positional, cl::Required,
                              cl::desc("KERNEL (bytecode, text or PTX)"),
                              cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("the entry to run (not needed where there is only one)")};
  cl::opt<std::string> grid{"grid", cl::value_desc("X[,Y[,Z]]"), cl::init("1"),
                            cl::cat(category),
                            cl::desc("tile blocks in each direction")};
  cl::list<std::string> arguments{
      "arg", cl::value_desc("ARG"), cl::cat(category),
      cl::desc("an argument, in order: ptr:FILE.npy[:TYPE], "
               "array:FILE.npy[:TYPE], ptr:new:TYPE[M,N], array:new:TYPE[M,N], "
               "ptr:@NAME+OFFSET, array:@NAME+OFFSET[M,N;S,T], "
               "list:@NAME,@NAME or TYPE:VALUE")};
  cl::list<std::string> memories{
      "memory", cl::value_desc("NAME=FILE.npy"), cl::cat(category),
      cl::desc("an array that several arguments may point into, @NAME: of a "
               "file, or NAME=new:TYPE[M,N]")};
  cl::list<std::string> buffers{
      "buffer", cl::value_desc("NAME=FILE"), cl::cat(category),
      cl::desc(
          "the bytes of any file, as memory that arguments may point into, "
          "@NAME+BYTES or @NAME+BYTES:TYPE[M,N;S,T]")};
  cl::list<std::string> multicasts{
      "multicast", cl::value_desc("NAME=MEMORY,MEMORY"), cl::cat(category),
      cl::desc("a multicast object, @NAME, over memories of one size, each of "
               "which stands for a GPU's (emulate; interpret: of one)")};
  cl::list<std::string> links{
      "link", cl::value_desc("NAME+BYTES=OTHER+BYTES"), cl::cat(category),
      cl::desc("a pointer inside of a memory or buffer to one")};
  cl::list<std::string> written{
      "written", cl::value_desc("NAME+BYTES:COUNT"), cl::cat(category),
      cl::desc("of a memory or buffer, only these bytes have been written")};
  cl::list<std::string> variables{
      "variable", cl::value_desc("NAME=MEMORY"), cl::cat(category),
      cl::desc("a variable of the PTX that lies in a memory or buffer, whose "
               "contents it has (emulate)")};
  cl::list<std::string> outputs{
      "out", cl::value_desc("N=FILE"), cl::cat(category),
      cl::desc("write the array of the N-th argument (from 0), or of a memory "
               "by its NAME, after the run")};
  cl::list<std::string> expected{
      "expect", cl::value_desc("N=FILE"), cl::cat(category),
      cl::desc("fail where the array of the N-th argument, or of a memory by "
               "its NAME, is not, after the run, that of FILE, as far as "
               "rounding allows")};
  cl::opt<bool> works{
      "works", cl::cat(category),
      cl::desc("KERNEL is a list of launches, and of steps of the host, that "
               "run at once over the memories and buffers (emulate)")};
  cl::opt<bool> selfCheck{
      "self-check", cl::cat(category),
      cl::desc("run the cases in the comments of the kernel's text, and fail "
               "where one leaves other values than it says")};
  cl::opt<bool> verifyEachSemantically{
      "verify-each-semantically", cl::cat(category),
      cl::desc("compile the kernel, interpret it again after each pass up to "
               "the last one of tileas, and name the pass that first changes "
               "what it does")};
  cl::opt<bool> validate{
      "validate", cl::cat(category),
      cl::desc("compile the kernel, and prove after each pass up to the last "
               "one of tileas that the launch leaves the same in memory "
               "whatever the arrays hold; name the pass that changes it")};
  /// The first error of a launch has the CUDA error as well.
  MessageOptions log{category};
  cl::alias errorFormat{"error-format", cl::cat(category),
                        cl::desc("Same as --diagnostics-format"),
                        cl::aliasopt(log.formatOption())};
  cl::opt<bool> debug{
      "debug", cl::cat(category),
      cl::desc("run the kernel step by step on the interpreter, by commands")};
  cl::list<std::string> breakpoints{
      "break", cl::value_desc("FILE:LINE,..."), cl::CommaSeparated,
      cl::cat(category),
      cl::desc("stop at lines of the kernel's source; implies --debug")};
  // For `tessera run --debug`, which meets all kernels of a program.
  cl::opt<bool> skipsOthers{
      "skip-other-kernels", cl::Hidden,
      cl::desc("do nothing with a kernel that has none of the lines")};
  cl::opt<bool> report{"report", cl::cat(category),
                       cl::desc("print figures about the run")};

  //===-- Engines ---------------------------------------------------------===//

  cl::opt<std::string> engine{
      "engine", cl::value_desc("interpret|emulate|cuda"), cl::init("interpret"),
      cl::cat(category), cl::desc("what runs the kernel")};
  cl::opt<std::string> compare{
      "compare", cl::value_desc("interpret|emulate|cuda"), cl::cat(category),
      cl::desc("run this engine too, and fail where the results differ")};
  cl::opt<std::string> gpu{
      "gpu-name", cl::value_desc("sm_XX"), cl::cat(category),
      cl::desc("the GPU to compile for (cuda: the one here; else that of the "
               "kernel, or sm_90)")};
  PlanOverrideOptions overrides{category};
  cl::opt<unsigned> level{"O",
                          cl::Prefix,
                          cl::init(3),
                          cl::value_desc("0-3"),
                          cl::cat(category),
                          cl::desc("optimization level")};

  cl::opt<unsigned> measure{
      "measure", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("on a GPU, time N more launches over the same memory, and print "
               "their median (cuda)")};

  //===-- The interpreter and the emulator --------------------------------===//

  cl::opt<std::string> check{
      "check", cl::value_desc("all|none|CHECK,..."), cl::init("all"),
      cl::cat(category),
      cl::desc("what to look for: memory, race, and with interpret assume, "
               "init (and assume-constant, index-space, which all leaves out), "
               "with emulate sync, uniform (and same-value, shuffle, benign)")};
  cl::opt<uint64_t> seed{
      "seed", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("choose otherwise what the specification leaves open, or what "
               "is random")};
  cl::opt<std::string> seeds{
      "seeds", cl::value_desc("FIRST..LAST"), cl::cat(category),
      cl::desc("run the launch with each of these seeds, over the same arrays, "
               "up to one that finds something or leaves other results")};
  cl::opt<uint64_t> stepLimit{
      "step-limit", cl::value_desc("N"), cl::cat(category),
      cl::desc("what a tile block may run until it counts as endless, in "
               "operations; with emulate a launch, in warp instructions")};
  cl::opt<std::string> timeLimit{"time-limit", cl::value_desc("SECONDS"),
                                 cl::cat(category),
                                 cl::desc("fail where a launch takes longer")};
  cl::opt<unsigned> threads{
      "threads", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("threads of the host (0: as many as it has cores)")};

  //===-- The emulator ----------------------------------------------------===//

  cl::opt<ptx::AsyncPolicy> async{
      "async", cl::cat(category), cl::init(ptx::AsyncPolicy::Eager),
      cl::desc("when asynchronous copies take place"),
      cl::values(clEnumValN(ptx::AsyncPolicy::Eager, "eager",
                            "where they are issued (the default)"),
                 clEnumValN(ptx::AsyncPolicy::Lazy, "lazy",
                            "when something waits for them"),
                 clEnumValN(ptx::AsyncPolicy::Random, "random",
                            "at any moment between the two"))};
  cl::opt<ptx::OrderPolicy> warps{
      "warps", cl::cat(category), cl::init(ptx::OrderPolicy::Fair),
      cl::desc("in which order warps run"),
      cl::values(clEnumValN(ptx::OrderPolicy::Fair, "fair",
                            "one after the other (the default)"),
                 clEnumValN(ptx::OrderPolicy::Random, "random", "any order"))};
  cl::opt<ptx::OrderPolicy> blocks{
      "blocks", cl::cat(category), cl::init(ptx::OrderPolicy::Fair),
      cl::desc("in which order blocks run"),
      cl::values(clEnumValN(ptx::OrderPolicy::Fair, "fair",
                            "one after the other (the default)"),
                 clEnumValN(ptx::OrderPolicy::Random, "random", "any order"))};
  cl::opt<ptx::LoadPolicy> loads{
      "loads", cl::cat(category), cl::init(ptx::LoadPolicy::Newest),
      cl::desc("what strong loads return where the memory model leaves a "
               "choice"),
      cl::values(clEnumValN(ptx::LoadPolicy::Newest, "newest",
                            "what was written last (the default)"),
                 clEnumValN(ptx::LoadPolicy::Random, "random",
                            "any value that the model allows"))};
  cl::opt<bool> concurrent{
      "concurrent", cl::cat(category),
      cl::desc("run two launches of the kernel over one memory at once")};
  cl::opt<std::string> counters{
      "counters", cl::ValueOptional, cl::value_desc("FILE.json"),
      cl::cat(category),
      cl::desc("count what each line of PTX does: a table on standard error, "
               "or JSON in a file (-: standard output)")};
  cl::opt<uint64_t> sample{
      "sample", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("count in about N blocks alone, spread over the grid, and scale "
               "up; memory is left half done")};
  cl::opt<std::string> timeline{
      "timeline", cl::value_desc("FILE.json"), cl::cat(category),
      cl::desc("write when warps, copies and tensor cores work, by the machine "
               "model, for Perfetto or chrome://tracing")};
  cl::opt<std::string> board{
      "board", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("the board that --counters bounds the time on (H100, RTX 4090, "
               "...; a usual one of the GPU)")};

  //===-- PTX -------------------------------------------------------------===//

  cl::opt<std::string> block{
      "block", cl::value_desc("X[,Y[,Z]]"), cl::cat(category),
      cl::desc("threads of a block, for PTX that does not say")};
  cl::opt<std::string> cluster{
      "cluster", cl::value_desc("X[,Y[,Z]]"), cl::cat(category),
      cl::desc("blocks of a cluster, for PTX that does not say")};
  cl::opt<std::string> preferredCluster{
      "preferred-cluster", cl::value_desc("X[,Y[,Z]]"), cl::cat(category),
      cl::desc("blocks of a cluster where there is room, a multiple of those "
               "that it has at least, for PTX")};
  cl::opt<uint64_t> shared{"shared", cl::value_desc("BYTES"), cl::init(0),
                           cl::cat(category),
                           cl::desc("dynamic shared memory, for PTX")};
};

using Dim3 = std::array<uint32_t, 3>;

/// Reads `X[,Y[,Z]]`; `option` is its name in messages.
llvm::Expected<Dim3> parseDimensions(llvm::StringRef option,
                                     llvm::StringRef text);

/// Reads --grid in the same way, and refuses more blocks than CUDA can launch.
llvm::Expected<Dim3> parseGrid(llvm::StringRef text);

/// The seeds of a launch, in order.
struct Seeds {
  uint64_t first, last;

  bool isOne() const { return first == last; }
};

/// The value of --seeds, or the one seed of --seed.
llvm::Expected<Seeds> parseSeeds(const Options &options);

/// True if what the first seed leaves is what the others have to leave, because
/// the options name nothing else to compare with.
bool comparesSeeds(const Options &options);

/// A file for the array of a buffer: where to write it after the run, or its
/// expected contents.
struct BufferFile {
  /// The user's name for the buffer: the number of an argument, or a memory's
  /// name.
  std::string of;
  unsigned buffer;
  std::string file;
};

/// The values of --out or --expect, of which each must name an argument with
/// memory, or a memory.
llvm::Expected<std::vector<BufferFile>>
parseBufferFiles(const cl::list<std::string> &option,
                 llvm::ArrayRef<runtime::Argument> arguments,
                 llvm::ArrayRef<runtime::NamedMemory> memories);

/// The engine to run and, for --compare, the second one.
struct Engines {
  runtime::EngineOptions options;
  std::unique_ptr<runtime::Engine> first, second;
};

/// Makes the engines with all their options, and puts them under supervision.
/// Refuses options of engines that do not run.
llvm::Expected<Engines> chooseEngines(const Options &options,
                                      runtime::Supervisor &supervisor);

/// Refuses the options that the cases of a self-checking test set themselves.
llvm::Error checkSelfCheckOptions(const Options &options);

/// Refuses the options that have no effect with --debug.
llvm::Error checkDebugOptions(const Options &options);

/// Refuses the options that have no effect with --works.
llvm::Error checkWorksOptions(const Options &options);

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_OPTIONS_H
