//===- Fiber.cpp - A stack that can be left and returned to ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/common_interface_defs.h>
#else
// Without the sanitizer there is nobody to tell.
static void __sanitizer_start_switch_fiber(void **, const void *, size_t) {}
static void __sanitizer_finish_switch_fiber(void *, const void **, size_t *) {}
#endif

using namespace tessera::interp;

/// As large as a thread's stack. Untouched pages take no memory.
static constexpr size_t stackBytes = size_t(8) << 20;

static size_t pageBytes() {
  static const size_t bytes = ::sysconf(_SC_PAGESIZE);
  return bytes;
}

std::unique_ptr<Fiber> Fiber::create(Body body) {
  void *pages = ::mmap(nullptr, pageBytes() + stackBytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return nullptr;
  std::unique_ptr<Fiber> fiber(
      new Fiber(std::move(body), static_cast<std::byte *>(pages)));
  std::byte *stack = fiber->pages + pageBytes();
  if (::mprotect(stack, stackBytes, PROT_READ | PROT_WRITE) != 0) {
    fiber->isEnding = true;
    return nullptr;
  }
  ::getcontext(&fiber->inside);
  fiber->inside.uc_stack.ss_sp = stack;
  fiber->inside.uc_stack.ss_size = stackBytes;
  // The function of a context takes ints.
  auto self = reinterpret_cast<uintptr_t>(fiber.get());
  ::makecontext(&fiber->inside, reinterpret_cast<void (*)()>(start), 2,
                static_cast<unsigned>(uint64_t(self) >> 32),
                static_cast<unsigned>(self));
  return fiber;
}

Fiber::~Fiber() {
  // Lets the stack's last frame return, for the sanitizer's sake.
  if (!isEnding) {
    isEnding = true;
    enter();
  }
  ::munmap(pages, pageBytes() + stackBytes);
}

void Fiber::start(unsigned high, unsigned low) {
  reinterpret_cast<Fiber *>(uintptr_t(uint64_t(high) << 32 | low))->runBody();
}

void Fiber::runBody() {
  __sanitizer_finish_switch_fiber(nullptr, &outsideStack, &outsideSize);
  while (!isEnding) {
    body(*this);
    leave();
  }
  __sanitizer_start_switch_fiber(nullptr, outsideStack, outsideSize);
  ::setcontext(&outside);
  llvm_unreachable("a context that was left can be returned to");
}

void Fiber::enter() {
  __sanitizer_start_switch_fiber(&outsideFrames, pages + pageBytes(),
                                 stackBytes);
  ::swapcontext(&outside, &inside);
  __sanitizer_finish_switch_fiber(outsideFrames, nullptr, nullptr);
}

void Fiber::leave() {
  __sanitizer_start_switch_fiber(&insideFrames, outsideStack, outsideSize);
  ::swapcontext(&inside, &outside);
  __sanitizer_finish_switch_fiber(insideFrames, &outsideStack, &outsideSize);
}
