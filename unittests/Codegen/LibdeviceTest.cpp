//===- LibdeviceTest.cpp - Functions of libdevice that kernels call ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransformsHarness.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace tessera;

namespace {

/// A stand-in for libdevice, whose functions use the same queries as the real
/// one.
class LibdeviceTest : public TransformsTest {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("libdevice", "ll", path));
    std::error_code error;
    raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << R"(
@.arch = private constant [12 x i8] c"__CUDA_ARCH\00"
@.ftz = private constant [11 x i8] c"__CUDA_FTZ\00"
declare i32 @__nvvm_reflect(ptr)
define i32 @__nv_arch() alwaysinline {
  %r = call i32 @__nvvm_reflect(ptr @.arch)
  ret i32 %r
}
define i32 @__nv_ftz() alwaysinline {
  %r = call i32 @__nvvm_reflect(ptr @.ftz)
  ret i32 %r
}
define i32 @__nv_unused() {
  ret i32 0
}
)";
  }
  void TearDown() override { sys::fs::remove(path); }

  /// The constant that `function` returns; none if it returns something else.
  static std::optional<uint64_t> constantResult(const Function &function) {
    auto *ret = cast<ReturnInst>(function.getEntryBlock().getTerminator());
    if (auto *constant = dyn_cast<ConstantInt>(ret->getReturnValue()))
      return constant->getZExtValue();
    return std::nullopt;
  }

  SmallString<128> path;
};

TEST_F(LibdeviceTest, LinksWhatIsCalledAndAnswersReflect) {
  auto module = parse("declare i32 @__nv_arch()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_arch()\n"
                      "  ret i32 %r\n}\n");
  EXPECT_TRUE(needsLibdevice(*module));
  ASSERT_FALSE(errorToBool(linkLibdevice(*module, path, 900)));
  EXPECT_FALSE(needsLibdevice(*module));
  Function *arch = module->getFunction("__nv_arch");
  ASSERT_TRUE(arch);
  EXPECT_TRUE(arch->hasInternalLinkage());
  EXPECT_EQ(constantResult(*arch), 900u);
  EXPECT_FALSE(module->getFunction("__nv_unused"));
  EXPECT_FALSE(module->getFunction("__nvvm_reflect"));
  EXPECT_FALSE(module->getFunction("f")->hasInternalLinkage());
}

TEST_F(LibdeviceTest, DenormalsAreKept) {
  auto module = parse("declare i32 @__nv_ftz()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_ftz()\n"
                      "  ret i32 %r\n}\n");
  ASSERT_FALSE(errorToBool(linkLibdevice(*module, path, 900)));
  EXPECT_EQ(constantResult(*module->getFunction("__nv_ftz")), 0u);
}

TEST_F(LibdeviceTest, NamesAFunctionThatIsMissing) {
  auto module = parse("declare i32 @__nv_none()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_none()\n"
                      "  ret i32 %r\n}\n");
  EXPECT_THAT(toString(linkLibdevice(*module, path, 900)),
              testing::HasSubstr("does not define '__nv_none'"));
}

TEST_F(LibdeviceTest, SaysWhenTheFileIsMissing) {
  auto module = parse("declare i32 @__nv_arch()\n");
  EXPECT_THAT(toString(linkLibdevice(*module, "/none.bc", 900)),
              testing::HasSubstr("cannot read libdevice from '/none.bc'"));
}

} // namespace
