//===- ProgramTest.cpp - CUDA C++ kernels as nvcc compiled them -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Emulator/Numerics/Numerics.h"
#include "Harness.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

using namespace tessera::ptx;

namespace {

/// Device memory and launches of the kernels of programs.ptx.
class Programs : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    std::ifstream file(TESSERA_SOURCE_DIR
                       "/unittests/Emulator/Inputs/programs.ptx");
    std::stringstream text;
    text << file.rdbuf();
    auto parsed = Program::parse(text.str(), "programs.ptx");
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    program = new Program(std::move(*parsed));
  }
  static void TearDownTestSuite() {
    delete program;
    program = nullptr;
  }

  template <typename T> uint64_t upload(const std::vector<T> &values) {
    uint64_t address =
        llvm::cantFail(memory.allocate(values.size() * sizeof(T), "array"));
    llvm::cantFail(
        memory.write(address, {reinterpret_cast<const uint8_t *>(values.data()),
                               values.size() * sizeof(T)}));
    return address;
  }
  template <typename T> std::vector<T> download(uint64_t address, size_t n) {
    std::vector<T> values(n);
    llvm::cantFail(memory.read(
        address, {reinterpret_cast<uint8_t *>(values.data()), n * sizeof(T)}));
    return values;
  }

  template <typename T>
  static void push(std::vector<uint8_t> &bytes, const T &value) {
    bytes.resize((bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const auto *raw = reinterpret_cast<const uint8_t *>(&value);
    bytes.insert(bytes.end(), raw, raw + sizeof(T));
  }
  template <typename... Args>
  std::string launch(const char *entry, Dim3 grid, Dim3 block, Args... args) {
    std::vector<uint8_t> parameters;
    (push(parameters, args), ...);
    config.grid = grid;
    config.block = block;
    config.printSink = [this](llvm::StringRef text) { printed += text.str(); };
    config.assertionSink = [this](llvm::StringRef text) {
      assertions += text.str();
    };
    auto result =
        tessera::ptx::launch(*program, entry, parameters, memory, config);
    return result ? "" : llvm::toString(result.takeError());
  }

  static Program *program;
  GlobalMemory memory;
  LaunchConfig config;
  std::string printed, assertions;
};
Program *Programs::program = nullptr;

std::vector<int> randomInts(size_t n, int limit) {
  std::mt19937 random(1);
  std::vector<int> values(n);
  for (int &v : values)
    v = static_cast<int>(random() % limit);
  return values;
}

} // namespace

TEST_F(Programs, Reduce) {
  for (int n : {1, 1000, 4097}) {
    std::vector<int> in = randomInts(n, 1000);
    uint64_t a = upload(in), out = upload(std::vector<int>(1));
    ASSERT_EQ(launch("reduce", {3, 1, 1}, {256, 1, 1}, a, out, n), "");
    EXPECT_EQ(download<int>(out, 1)[0],
              std::accumulate(in.begin(), in.end(), 0));
  }
}

TEST_F(Programs, Scan) {
  std::vector<int> in = randomInts(512, 100);
  uint64_t data = upload(in);
  config.dynamicSharedBytes = 256 * 4;
  ASSERT_EQ(launch("scan", {2, 1, 1}, {256, 1, 1}, data), "");
  for (int block : {0, 256})
    std::partial_sum(in.begin() + block, in.begin() + block + 256,
                     in.begin() + block);
  EXPECT_EQ(download<int>(data, 512), in);
}

TEST_F(Programs, Histogram) {
  std::vector<uint8_t> in;
  for (int v : randomInts(5000, 200))
    in.push_back(static_cast<uint8_t>(v));
  std::vector<unsigned> expected(256);
  for (uint8_t v : in)
    ++expected[v];
  uint64_t a = upload(in), bins = upload(std::vector<unsigned>(256));
  ASSERT_EQ(launch("histogram", {5, 1, 1}, {96, 1, 1}, a, bins, 5000), "");
  EXPECT_EQ(download<unsigned>(bins, 256), expected);
}

TEST_F(Programs, Transpose) {
  const int width = 50, height = 37;
  std::vector<float> in(width * height), expected(width * height);
  for (int y = 0; y != height; ++y)
    for (int x = 0; x != width; ++x)
      expected[x * height + y] = in[y * width + x] = x + 100.0f * y;
  uint64_t a = upload(in), b = upload(std::vector<float>(in.size()));
  ASSERT_EQ(launch("transpose", {4, 3, 1}, {16, 16, 1}, a, b, width, height),
            "");
  EXPECT_EQ(download<float>(b, in.size()), expected);
}

TEST_F(Programs, BitonicSort) {
  std::vector<int> in = randomInts(256, 1 << 30);
  uint64_t data = upload(in);
  ASSERT_EQ(launch("bitonicSort", {1, 1, 1}, {256, 1, 1}, data), "");
  std::sort(in.begin(), in.end());
  EXPECT_EQ(download<int>(data, 256), in);
}

TEST_F(Programs, FunctionPointersAndRecursion) {
  uint64_t out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("callTable", {1, 1, 1}, {64, 1, 1}, out), "");
  const int fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  std::vector<int> result = download<int>(out, 64);
  for (int t = 0; t != 64; ++t) {
    int n = t % 12;
    EXPECT_EQ(result[t], t % 3 == 0   ? 2 * n
                         : t % 3 == 1 ? n * n
                                      : fibonacci[n]);
  }
}

TEST_F(Programs, StructsByValue) {
  struct Pair {
    double a;
    int b[3];
  };
  uint64_t a = upload(std::vector<double>(32)),
           b = upload(std::vector<int>(32));
  ASSERT_EQ(
      launch("structs", {1, 1, 1}, {32, 1, 1}, Pair{2.5, {3, 4, 5}}, a, b), "");
  const int rotated[] = {345, 453, 534};
  for (int t = 0; t != 32; ++t) {
    EXPECT_EQ(download<double>(a, 32)[t], 2.5 * (3 + t % 3));
    EXPECT_EQ(download<int>(b, 32)[t], rotated[t % 3]);
  }
}

static int branchReference(int x, int old) {
  unsigned reversed = 0, bits = x;
  for (int i = 0; i != 32; ++i)
    reversed |= (bits >> i & 1) << (31 - i);
  switch (x % 7) {
  case 0:
    x += 5;
    break;
  case 1:
    while (x > 3)
      x = x % 2 ? 3 * x + 1 : x / 4;
    break;
  case 2:
    x = -x;
    [[fallthrough]];
  case 3:
    x ^= 0x55;
    break;
  case 5:
    for (int k = 0; k < x % 20; ++k) {
      if (k == 11)
        continue;
      if (k == 15)
        break;
      x += k;
    }
    break;
  default: {
    int ones = 0, zeros = 0;
    for (int i = 0; i != 32; ++i)
      ones += bits >> i & 1;
    while (zeros != 32 && !(bits >> (31 - zeros) & 1))
      ++zeros;
    x = static_cast<int>(zeros + ones + reversed % 100);
  }
  }
  return x < 0 ? old : x;
}

TEST_F(Programs, BranchesOfEveryKind) {
  std::vector<int> in = randomInts(512, 5000), expected;
  for (int x : in)
    expected.push_back(branchReference(x, -1));
  uint64_t a = upload(in), b = upload(std::vector<int>(512, -1));
  ASSERT_EQ(launch("branches", {1, 1, 1}, {512, 1, 1}, a, b), "");
  EXPECT_EQ(download<int>(b, 512), expected);
}

TEST_F(Programs, HalfAndBfloat) {
  const FloatFormat h = halfFormat, b = bfloatFormat;
  const Rounding n = Rounding::Nearest;
  std::vector<uint16_t> xs, ys;
  for (int v : randomInts(1000, 0x7C00)) {
    xs.push_back(static_cast<uint16_t>(v));
    ys.push_back(static_cast<uint16_t>((v * 7919) % 0x7C00 | (v & 1) << 15));
  }
  uint64_t x = upload(xs), y = upload(ys);
  uint64_t out = upload(std::vector<uint16_t>(1000)),
           bout = upload(std::vector<uint16_t>(1000));
  ASSERT_EQ(launch("halves", {8, 1, 1}, {128, 1, 1}, x, y, out, bout, 1000),
            "");
  auto result = download<uint16_t>(out, 1000),
       bresult = download<uint16_t>(bout, 1000);
  for (int i = 0; i != 1000; ++i) {
    auto mad = [&](uint64_t p, uint64_t q) {
      return fmaFloat(h, p, q, addFloat(h, p, q, n), n);
    };
    EXPECT_EQ(result[i], minMaxFloat(h, mad(xs[i], ys[i]), mad(ys[i], ys[i]),
                                     true, false));
    uint64_t p = convertFloat(h, b, xs[i], n), q = convertFloat(h, b, ys[i], n);
    // nvcc may fuse the product and the difference, which rounds once.
    uint64_t fused = fmaFloat(b, p, q, p ^ b.signBit(), n);
    uint64_t separate = addFloat(b, mulFloat(b, p, q, n), p ^ b.signBit(), n);
    EXPECT_TRUE(bresult[i] == fused || bresult[i] == separate);
  }
}

TEST_F(Programs, CooperativeTiles) {
  uint64_t out = upload(std::vector<int>(9));
  ASSERT_EQ(launch("tiles", {1, 1, 1}, {64, 1, 1}, out), "");
  std::vector<int> result = download<int>(out, 9);
  for (int tile = 0; tile != 8; ++tile)
    EXPECT_EQ(result[tile], 64 * tile + 28);
  int expected = 0; // lanes 8 to 15 add the size of their class modulo 5
  for (int t = 8; t != 16; ++t)
    for (int other = 0; other != 32; ++other)
      expected += other % 5 == t % 5;
  EXPECT_EQ(result[8], expected);
}

TEST_F(Programs, DirectedDoubles) {
  std::vector<double> in;
  for (int i = 1; i <= 32; ++i)
    in.push_back(i * 0.37);
  uint64_t a = upload(in), b = upload(std::vector<double>(32));
  ASSERT_EQ(launch("doubles", {1, 1, 1}, {32, 1, 1}, a, b), "");
  std::vector<double> out = download<double>(b, 32);
  const FloatFormat f = doubleFormat;
  for (int i = 0; i != 32; ++i) {
    double x = in[i];
    uint64_t bits = doubleToBits(x);
    double sum = bitsToDouble(
        addFloat(f, divFloat(f, f.one(), bits, Rounding::Down),
                 sqrtFloat(f, bits, Rounding::Zero), Rounding::Up));
    double expected =
        sum + std::fma(x, x, -x) + std::floor(x) - std::trunc(x * 0.5);
    EXPECT_EQ(out[i], expected) << x;
  }
}

TEST_F(Programs, PrintfAndAssert) {
  ASSERT_EQ(launch("speak", {1, 1, 1}, {32, 1, 1}, 32), "");
  EXPECT_EQ(printed, "thread 0 of the kernel: 0.000    42 1099511627776\n"
                     "thread 1 of the kernel: 0.500    42 1099511627776\n");
  printed.clear();
  std::string error = launch("speak", {1, 1, 1}, {32, 1, 1}, 31);
  EXPECT_NE(error.find("assertion `(int)threadIdx.x < limit` of"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("thread (31,0,0) of block (0,0,0), entry 'speak'"),
            std::string::npos);
  EXPECT_EQ(printed.find("Assertion"), std::string::npos);
  EXPECT_NE(assertions.find("block: [0,0,0], thread: [31,0,0] Assertion "
                            "`(int)threadIdx.x < limit` failed."),
            std::string::npos);
}

TEST_F(Programs, SpinLock) {
  uint64_t mutex = upload(std::vector<int>(1)),
           counter = upload(std::vector<int>(1));
  ASSERT_EQ(launch("lock", {2, 1, 1}, {64, 1, 1}, mutex, counter), "");
  EXPECT_EQ(download<int>(counter, 1)[0], 128);
}

TEST_F(Programs, ReportsTheSourceLine) {
  uint64_t data = upload(std::vector<int>(32));
  std::string error = launch("outOfBounds", {1, 1, 1}, {32, 1, 1}, data, 1000);
  EXPECT_NE(error.find("store of 4 bytes"), std::string::npos);
  EXPECT_NE(error.find("thread (13,0,0)"), std::string::npos);
  std::ifstream source(TESSERA_SOURCE_DIR
                       "/unittests/Emulator/Inputs/programs.cu");
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.find("line to be reported") != std::string::npos)
      break;
  }
  EXPECT_NE(error.find("source: programs.cu:" + std::to_string(number)),
            std::string::npos)
      << error;
}
