//===- ThreadsTest.cpp - Many compilations at once in one process ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilations in separate contexts share no mutable data, and threads of one
// context synchronize their accesses: scripts/checks/thread-sanitizer.sh runs these
// tests under ThreadSanitizer.
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Compiler.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/Toolkit.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>

using namespace tessera;

namespace {

struct Job {
  std::string program;
  std::string gpu;
  int optLevel;
};

/// Every program for several GPUs.
std::vector<Job> makeJobs() {
  std::vector<Job> jobs;
  for (const char *name : {"control", "pointers", "products", "shapes"})
    for (const char *gpu : {"sm_80", "sm_90", "sm_100"})
      jobs.push_back({std::string(TESSERA_SOURCE_DIR "/test/Kernels/text/") +
                          name + ".mlir",
                      gpu, gpu == std::string("sm_90") ? 1 : 3});
  return jobs;
}

/// The output of a job in a context of its own; empty after an error.
std::string run(const Job &job, Stage stage, mlir::MLIRContext::Threading mode,
                bool isGuarded) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mode);
  auto input = llvm::MemoryBuffer::getFile(job.program, /*IsText=*/true);
  if (!input)
    return {};
  CompileOptions options;
  options.gpuName = job.gpu;
  options.optLevel = job.optLevel;
  options.emit = stage;
  options.guardAgainstCrashes = isGuarded;
  CompileResult result =
      compile((*input)->getMemBufferRef(), &context, options);
  return result ? result.output : std::string();
}

/// Compiles all jobs on `numThreads` threads at once, each job on the next free
/// thread, and compares with the results of a single thread.
void compareWithOneThread(Stage stage, unsigned numThreads,
                          mlir::MLIRContext::Threading mode) {
  std::vector<Job> jobs = makeJobs();
  std::vector<std::string> alone(jobs.size()), together(jobs.size());
  for (size_t i = 0; i < jobs.size(); ++i)
    alone[i] = run(jobs[i], stage, mlir::MLIRContext::Threading::DISABLED,
                   /*isGuarded=*/false);
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < numThreads; ++t)
    threads.emplace_back([&] {
      for (size_t i; (i = next++) < jobs.size();)
        together[i] = run(jobs[i], stage, mode, /*isGuarded=*/i % 2);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_FALSE(alone[i].empty()) << jobs[i].program;
    EXPECT_EQ(together[i], alone[i]) << jobs[i].program << " " << jobs[i].gpu;
  }
}

TEST(ThreadsTest, CompilationsInContextsOfTheirOwn) {
  compareWithOneThread(Stage::PTX, 8, mlir::MLIRContext::Threading::DISABLED);
}

TEST(ThreadsTest, CompilationsThatHaveThreadsThemselves) {
  compareWithOneThread(Stage::PTX, 2, mlir::MLIRContext::Threading::ENABLED);
}

TEST(ThreadsTest, EachStartsAnAssembler) {
  if (llvm::Expected<std::string> ptxas = findPtxas(); !ptxas) {
    llvm::consumeError(ptxas.takeError());
    GTEST_SKIP() << "there is no ptxas";
  }
  compareWithOneThread(Stage::Cubin, 4, mlir::MLIRContext::Threading::DISABLED);
}

} // namespace
