//===- integers.cu - Integers, bits, hashes, random ------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

template <typename T, typename U>
__device__ void divideAll(const T *values, const T *by, T *results, int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    T a = values[i], b = by[i];
    results[4 * i] = T(a / b);
    results[4 * i + 1] = T(a % b);
    results[4 * i + 2] = T(U(a) / U(b));
    results[4 * i + 3] = T(U(a) % U(b));
  }
}

/// Quotients and remainders where software usually goes wrong.
KERNEL divide_32(const int *values, const int *by, int *results, int count) {
  divideAll<int, unsigned>(values, by, results, count);
}
KERNEL divide_64(const long long *values, const long long *by,
                 long long *results, int count) {
  divideAll<long long, unsigned long long>(values, by, results, count);
}
KERNEL divide_8_16(const signed char *bytes, const signed char *byBytes,
                   signed char *byteResults, const short *shorts,
                   const short *byShorts, short *shortResults, int count) {
  divideAll<signed char, unsigned char>(bytes, byBytes, byteResults, count);
  divideAll<short, unsigned short>(shorts, byShorts, shortResults, count);
}

/// By constants: nvcc multiplies with what stands for the reciprocal.
KERNEL divide_constants(const int *values, int *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  int v = values[i];
  unsigned u = v;
  long long wide = v * 0x12345678ll;
  int *mine = results + 12 * i;
  mine[0] = v / 7;
  mine[1] = v % 7;
  mine[2] = v / -1000;
  mine[3] = v % 641;
  mine[4] = v / 16;
  mine[5] = v % 16;
  mine[6] = u / 3;
  mine[7] = u % 1000000007u;
  mine[8] = u / 0x80000001u;
  mine[9] = int(wide / 1000003);
  mine[10] = int(wide % 1000003);
  mine[11] = int((unsigned long long)wide % 10);
}

/// The upper halves of products.
KERNEL multiply_high(const unsigned long long *a, const unsigned long long *b,
                     unsigned long long *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  unsigned long long *mine = results + 6 * i;
  mine[0] = __umul64hi(a[i], b[i]);
  mine[1] = __mul64hi(a[i], b[i]);
  mine[2] = __umulhi(unsigned(a[i]), unsigned(b[i]));
  mine[3] = (unsigned)__mulhi(int(a[i]), int(b[i]));
  mine[4] = (unsigned long long)unsigned(a[i]) * unsigned(b[i] >> 32);
  mine[5] = (unsigned)__mul24(int(a[i]), int(b[i])) +
            ((unsigned long long)__umul24(a[i], b[i]) << 32);
}

using Wide = unsigned __int128;

/// 128 bits: sums, products, quotients, shifts, comparisons.
KERNEL wide_integers(const unsigned long long *input,
                     unsigned long long *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  Wide a = (Wide)input[4 * i] << 64 | input[4 * i + 1];
  Wide b = (Wide)input[4 * i + 2] << 64 | input[4 * i + 3];
  unsigned shift = input[4 * i] % 128;
  Wide all[9] = {a + b,
                 a - b,
                 a * b,
                 a / b,
                 a % b,
                 a << shift,
                 a >> shift,
                 (Wide)((__int128)a >> shift),
                 (Wide)((__int128)a / (__int128)b)};
  for (int k = 0; k < 9; ++k) {
    results[20 * i + 2 * k] = all[k] >> 64;
    results[20 * i + 2 * k + 1] = (unsigned long long)all[k];
  }
  results[20 * i + 18] =
      (a < b) | (a == b) << 1 | ((__int128)a < (__int128)b) << 2;
  results[20 * i + 19] = (unsigned long long)((a ^ b) >> 60);
}

/// Bits.
KERNEL bit_tricks(const unsigned *values, const unsigned *others,
                  unsigned *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  unsigned v = values[i], o = others[i], *mine = results + 24 * i;
  unsigned long long wide = (unsigned long long)v << 32 | o;
  mine[0] = __popc(v);
  mine[1] = __clz(v);
  mine[2] = __brev(v);
  mine[3] = __ffs(v);
  mine[4] = __popcll(wide);
  mine[5] = __clzll(wide);
  mine[6] = __brevll(wide) >> 32;
  mine[7] = __ffsll(wide);
  mine[8] = __funnelshift_l(v, o, i);
  mine[9] = __funnelshift_r(v, o, i);
  mine[10] = __funnelshift_lc(v, o, o & 63);
  mine[11] = __funnelshift_rc(v, o, o & 63);
  mine[12] = __byte_perm(v, o, v >> 7);
  mine[13] = __byte_perm(v, o, 0x0123);
  mine[14] = __rhadd(int(v), int(o));
  mine[15] = __hadd(int(v), int(o));
  mine[16] = __uhadd(v, o);
  mine[17] = __urhadd(v, o);
  mine[18] = __sad(int(v), int(o), 5);
  mine[19] = __usad(v, o, 7);
  mine[20] = v << (o & 31) | int(v) >> (o & 31);
  mine[21] = (v & o) ^ (~v | o) ^ (v & ~i);
  mine[22] = abs(int(v)) + min(int(v), int(o)) + max(v, o);
  asm("{ .reg .b32 t; bfe.s32 t, %1, %2, %3; bfi.b32 %0, t, %4, %2, 9; }"
      : "=r"(mine[23])
      : "r"(v), "r"(o & 31), "r"(o >> 5 & 31), "r"(o));
}

/// Four products of bytes at once, and two of shorts with bytes.
KERNEL dot_products(const int *a, const int *b, int *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  int *mine = results + 6 * i;
  mine[0] = __dp4a(a[i], b[i], 1000);
  mine[1] = __dp4a(unsigned(a[i]), unsigned(b[i]), 1000u);
  mine[2] = __dp2a_lo(a[i], b[i], -5);
  mine[3] = __dp2a_hi(a[i], b[i], -5);
  mine[4] = __dp2a_lo(unsigned(a[i]), unsigned(b[i]), 9u);
  mine[5] = __dp2a_hi(unsigned(a[i]), unsigned(b[i]), 9u);
}

/// Bytes and shorts in a word.
KERNEL packed_bytes(const unsigned *a, const unsigned *b, unsigned *results,
                    int count) {
  int i = globalThread();
  if (i >= count)
    return;
  unsigned x = a[i], y = b[i], *mine = results + 20 * i;
  mine[0] = __vadd4(x, y);
  mine[1] = __vsub4(x, y);
  mine[2] = __vaddus4(x, y);
  mine[3] = __vsubus4(x, y);
  mine[4] = __vaddss4(x, y);
  mine[5] = __vsubss4(x, y);
  mine[6] = __vabs4(x);
  mine[7] = __vmaxs4(x, y);
  mine[8] = __vminu4(x, y);
  mine[9] = __vcmpeq4(x, y);
  mine[10] = __vcmpgtu4(x, y);
  mine[11] = __vcmples4(x, y);
  mine[12] = __vavgu4(x, y);
  mine[13] = __vsadu4(x, y);
  mine[14] = __vabsdiffs4(x, y);
  mine[15] = __vadd2(x, y);
  mine[16] = __vaddss2(x, y);
  mine[17] = __vmaxs2(x, y);
  mine[18] = __vsadu2(x, y);
  mine[19] = __vcmpltu2(x, y);
}

/// CRC-32 with a table in constant memory that another launch does not see.
KERNEL checksum_crc32(const unsigned char *text, int length,
                      unsigned *results) {
  __shared__ unsigned table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
  __syncthreads();
  int from = threadIdx.x;
  unsigned crc = 0xffffffffu;
  for (int i = from; i < length; ++i)
    crc = table[(crc ^ text[i]) & 255] ^ crc >> 8;
  results[threadIdx.x] = ~crc;
}

__constant__ unsigned roundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ unsigned rotated(unsigned x, int by) {
  return __funnelshift_r(x, x, by);
}

/// SHA-256 of short messages, one for each thread.
KERNEL hash_sha256(const unsigned char *text, unsigned *results) {
  int length = threadIdx.x;
  unsigned words[64];
  for (int i = 0; i < 16; ++i) {
    unsigned word = 0;
    for (int k = 0; k < 4; ++k) {
      int at = 4 * i + k;
      unsigned byte = at < length ? text[at] : at == length ? 0x80 : 0;
      word = word << 8 | byte;
    }
    words[i] = word;
  }
  words[15] = length * 8;
  for (int i = 16; i < 64; ++i) {
    unsigned a = words[i - 15], b = words[i - 2];
    unsigned s0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3;
    unsigned s1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10;
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned h[8];
  for (int i = 0; i < 8; ++i)
    h[i] = start[i];
  for (int i = 0; i < 64; ++i) {
    unsigned s1 = rotated(h[4], 6) ^ rotated(h[4], 11) ^ rotated(h[4], 25);
    unsigned choice = (h[4] & h[5]) ^ (~h[4] & h[6]);
    unsigned t1 = h[7] + s1 + choice + roundConstants[i] + words[i];
    unsigned s0 = rotated(h[0], 2) ^ rotated(h[0], 13) ^ rotated(h[0], 22);
    unsigned majority = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
    for (int k = 7; k > 0; --k)
      h[k] = h[k - 1];
    h[4] += t1;
    h[0] = t1 + s0 + majority;
  }
  for (int i = 0; i < 8; ++i)
    results[8 * threadIdx.x + i] = start[i] + h[i];
}

/// MurmurHash3 of 32 bits over words and a ragged end.
KERNEL hash_murmur(const unsigned char *text, unsigned *results) {
  int length = threadIdx.x;
  unsigned h = 42;
  auto mixedWord = [](unsigned k) {
    k *= 0xcc9e2d51u;
    k = k << 15 | k >> 17;
    return k * 0x1b873593u;
  };
  const unsigned *words = reinterpret_cast<const unsigned *>(text);
  for (int i = 0; i < length / 4; ++i) {
    h ^= mixedWord(words[i]);
    h = h << 13 | h >> 19;
    h = h * 5 + 0xe6546b64u;
  }
  unsigned rest = 0;
  switch (length & 3) {
  case 3:
    rest |= text[length / 4 * 4 + 2] << 16;
  case 2:
    rest |= text[length / 4 * 4 + 1] << 8;
  case 1:
    rest |= text[length / 4 * 4];
    h ^= mixedWord(rest);
  }
  h ^= length;
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  results[threadIdx.x] = h ^ h >> 16;
}

/// Two generators of random numbers: xorshift128+ and Philox 4x32-10.
KERNEL random_xorshift(unsigned long long *results, int steps) {
  unsigned long long a = globalThread() + 1, b = 0x9e3779b97f4a7c15ull * a;
  for (int i = 0; i < steps; ++i) {
    unsigned long long x = a, y = b;
    a = y;
    x ^= x << 23;
    b = x ^ y ^ x >> 17 ^ y >> 26;
  }
  results[globalThread()] = a + b;
}

KERNEL random_philox(uint4 *results, unsigned key0, unsigned key1) {
  uint2 key = make_uint2(key0, key1);
  uint4 c = make_uint4(globalThread(), blockIdx.x, 7, ~threadIdx.x);
  for (int round = 0; round < 10; ++round) {
    unsigned high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
    unsigned high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
    c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  results[globalThread()] = c;
}

/// Base64, three bytes for each thread, and back.
__device__ const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

KERNEL base64_encode(const unsigned char *input, char *output, int length) {
  int group = globalThread(), at = 3 * group;
  if (at >= length)
    return;
  unsigned bits = input[at] << 16;
  if (at + 1 < length)
    bits |= input[at + 1] << 8;
  if (at + 2 < length)
    bits |= input[at + 2];
  char *place = output + 4 * group;
  place[0] = digits[bits >> 18];
  place[1] = digits[bits >> 12 & 63];
  place[2] = at + 1 < length ? digits[bits >> 6 & 63] : '=';
  place[3] = at + 2 < length ? digits[bits & 63] : '=';
}

/// Greatest common divisors, powers modulo a prime, roots: loops of 64 bits.
KERNEL number_theory(const unsigned long long *input,
                     unsigned long long *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  unsigned long long a = input[2 * i], b = input[2 * i + 1], x = a, y = b;
  while (y) {
    unsigned long long rest = x % y;
    x = y;
    y = rest;
  }
  results[3 * i] = x;
  constexpr unsigned long long kPrime = 0xffffffff00000001ull;
  unsigned long long power = 1, base = a % kPrime;
  for (unsigned long long left = b; left; left >>= 1) {
    if (left & 1)
      power = (unsigned __int128)power * base % kPrime;
    base = (unsigned __int128)base * base % kPrime;
  }
  results[3 * i + 1] = power;
  unsigned long long root = 0;
  for (unsigned long long bit = 1ull << 31; bit; bit >>= 1)
    if ((root | bit) * (root | bit) <= a)
      root |= bit;
  results[3 * i + 2] = root;
}
