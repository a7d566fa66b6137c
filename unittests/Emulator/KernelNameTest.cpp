//===- KernelNameTest.cpp - Kernels by their authors' names -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/KernelName.h"
#include "gtest/gtest.h"

using tessera::shortKernelName;
using tessera::shortKernelNames;

namespace {

TEST(KernelNameTest, FunctionsOfCppLoseTheirParameters) {
  EXPECT_EQ(shortKernelName("_Z4failPi"), "fail");
  EXPECT_EQ(shortKernelName("_Z7reverseIiEvPT_"), "reverse<int>");
  EXPECT_EQ(shortKernelName("_ZN4nets5scaleEPf"), "nets::scale");
  // void gemm<a name of 90 letters>(int)
  std::string type = "90" + std::string(90, 'a');
  EXPECT_EQ(shortKernelName("_Z4gemmI" + type + "Evi"), "gemm<...>");
}

TEST(KernelNameTest, KernelsOfCuTileLoseTheirParameters) {
  EXPECT_EQ(shortKernelName("add_Kt1_A1f32_1i16t1_p16"), "add");
  EXPECT_EQ(shortKernelName("add_K_Kt1_p16"), "add_K");
  EXPECT_EQ(shortKernelName("none_Kt2"), "none");
}

TEST(KernelNameTest, FunctionsOfRustHaveTheirPaths) {
  EXPECT_EQ(shortKernelName("_RNvNtCs1234_7mycrate7kernels3add"),
            "mycrate::kernels::add");
  EXPECT_EQ(shortKernelName("_RINvCs1234_7mycrate4gemmfE"),
            "mycrate::gemm::<f32>");
  // A generic function of a type with 90 letters.
  std::string type = "NtB4_90" + std::string(90, 'a');
  EXPECT_EQ(shortKernelName("_RINvNtCs1234_7mycrate7kernels4gemm" + type + "E"),
            "gemm::<...>");
  // The legacy mangling is that of C++, with a hash for the parameters.
  EXPECT_EQ(shortKernelName("_ZN7mycrate7kernels3add17h0123456789abcdefE"),
            "mycrate::kernels::add");
  // PTX has $ for the dots of other targets.
  EXPECT_EQ(shortKernelName("_ZN38_$LT$f32$u20$as$u20$kernels$$Scale$GT$5scale"
                            "17h0123456789abcdefE"),
            "<f32 as kernels::Scale>::scale");
}

/// A generic function of a pair of pairs of pairs and so on, each of whose parts
/// is a back-reference to the one before.
std::string nestPairs(unsigned depth) {
  constexpr char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string symbol = "INvC1a1b";
  size_t last = symbol.size();
  symbol += "TyyE";
  for (unsigned i = 0; i < depth; ++i) {
    size_t number = last - 1; // below 62 * 62
    std::string reference = "B";
    if (number >= 62)
      reference += digits[number / 62];
    reference += digits[number % 62];
    last = symbol.size();
    symbol += "T" + reference + "_" + reference + "_E";
  }
  return "_R" + symbol + "E";
}

TEST(KernelNameTest, ArgumentsOfCppThatReferBackOftenAreLeftOut) {
  // void f<P<int, int>, P<the one before, the one before>, and so on>()
  auto nest = [](unsigned depth, std::string begin, std::string end) {
    constexpr char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string symbol = begin + "I1PIiiE";
    for (unsigned i = 1; i <= depth; ++i) {
      std::string last = std::string("S") + digits[i] + "_";
      symbol += "S0_I" + last + last + "E";
    }
    return symbol + "E" + end;
  };
  EXPECT_EQ(shortKernelName(nest(1, "_Z1f", "vv")),
            "f<P<int, int>, P<P<int, int>, P<int, int>>>");
  // 2^34 times the name of the first.
  EXPECT_EQ(shortKernelName(nest(34, "_Z1f", "vv")), "f<...>");
  EXPECT_EQ(shortKernelName(nest(34, "_ZN1f", "3addEv")), "add");
  std::string rust = nest(34, "_ZN1f", "17h0123456789abcdefE");
  EXPECT_EQ(shortKernelName(rust), rust);
}

TEST(KernelNameTest, SymbolsOfRustWithManyBackReferencesStay) {
  EXPECT_EQ(shortKernelName(nestPairs(12)), "b::<...>");
  for (unsigned depth : {13, 100}) // of 2^100 parts
    EXPECT_EQ(shortKernelName(nestPairs(depth)), nestPairs(depth));
}

TEST(KernelNameTest, FunctionsOfJuliaLoseTheirNumbers) {
  EXPECT_EQ(shortKernelName("julia_vadd_1234"), "vadd");
  EXPECT_EQ(shortKernelName("julia_vadd_f32_12"), "vadd_f32");
  // A kernel of CUDA.jl is mangled as C++ is.
  EXPECT_EQ(shortKernelName("_Z4vadd13CuDeviceArrayI7Float32Li1ELi1EES0_S0_"),
            "vadd");
}

TEST(KernelNameTest, KernelsOfOneNameKeepTheirSymbols) {
  EXPECT_EQ(shortKernelNames({"_Z4failPi", "add_Kt1", "_Z4failPf"}),
            (std::vector<std::string>{"_Z4failPi", "add", "_Z4failPf"}));
}

TEST(KernelNameTest, OtherNamesStay) {
  for (const char *name :
       {"add", "vector_Kernel", "_Z", "_K1_a", "a_Ktt_b",
        "_group_norm_forward_kernel", "julia_add", "julia_7", "_Rx_a", ""})
    EXPECT_EQ(shortKernelName(name), name);
}

} // namespace
