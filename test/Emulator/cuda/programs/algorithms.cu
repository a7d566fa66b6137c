//===- algorithms.cu - Strings, graphs, dynamic programming ----*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// Every place where a pattern occurs: a flag for each and how many.
KERNEL string_search(const char *text, int length, const char *pattern,
                     int patternLength, unsigned char *found, int *count) {
  extern __shared__ char wanted[];
  for (int i = threadIdx.x; i < patternLength; i += blockDim.x)
    wanted[i] = pattern[i];
  __syncthreads();
  int at = globalThread();
  bool isHere = at + patternLength <= length;
  for (int i = 0; isHere && i < patternLength; ++i)
    isHere = wanted[i] == '?' || text[at + i] == wanted[i];
  if (at < length)
    found[at] = isHere;
  int here = __syncthreads_count(isHere);
  if (threadIdx.x == 0 && here)
    atomicAdd(count, here);
}

/// Sets that grow together: union by least number, without locks.
__device__ int rootOf(int *parents, int node) {
  int parent;
  while ((parent = *const_cast<volatile int *>(&parents[node])) != node)
    node = parent;
  return node;
}

KERNEL union_find(const int2 *edges, int *parents, int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int a = edges[i].x, b = edges[i].y;
    while (true) {
      a = rootOf(parents, a);
      b = rootOf(parents, b);
      if (a == b)
        break;
      int high = max(a, b), low = min(a, b);
      if (atomicCAS(&parents[high], high, low) == high)
        break;
    }
  }
}

KERNEL union_roots(int *parents, int *roots, int nodes) {
  int node = globalThread();
  if (node < nodes)
    roots[node] = rootOf(parents, node);
}

/// Edit distance by diagonals of the table: three of them in shared memory.
KERNEL edit_distance(const char *a, int lengthA, const char *b, int lengthB,
                     int *distance) {
  __shared__ int diagonals[3][130];
  for (int sum = 0; sum <= lengthA + lengthB; ++sum) {
    int *now = diagonals[sum % 3], *before = diagonals[(sum + 2) % 3],
        *twoBefore = diagonals[(sum + 1) % 3];
    for (int i = threadIdx.x; i <= min(sum, lengthA); i += blockDim.x) {
      int j = sum - i;
      if (j > lengthB)
        continue;
      int best;
      if (i == 0 || j == 0) {
        best = i + j;
      } else {
        best = min(before[i - 1], before[i]) + 1;
        best = min(best, twoBefore[i - 1] + (a[i - 1] != b[j - 1]));
      }
      now[i] = best;
      if (i == lengthA && j == lengthB)
        *distance = best;
    }
    __syncthreads();
  }
}

/// Breadth-first search, one launch for each level.
KERNEL search_level(const int *offsets, const int *edges, int *levels,
                    int *changes, int nodes, int level) {
  int node = globalThread();
  // Others may be writing the next level there: the read must be a strong one.
  if (node >= nodes || *const_cast<volatile int *>(&levels[node]) != level)
    return;
  for (int edge = offsets[node]; edge < offsets[node + 1]; ++edge)
    if (atomicCAS(&levels[edges[edge]], -1, level + 1) == -1)
      atomicAdd(changes, 1);
}

/// The most intervals that do not overlap: sorted by ends in shared memory,
/// then one thread chooses; several sets at once.
KERNEL interval_schedule(const int2 *intervals, int *chosen, int count) {
  __shared__ int2 sorted[64];
  const int2 *mine = intervals + blockIdx.x * count;
  int thread = threadIdx.x;
  int2 me = mine[thread];
  int rank = 0;
  for (int other = 0; other < count; ++other) {
    int2 it = mine[other];
    rank += it.y < me.y || (it.y == me.y && other < thread);
  }
  sorted[rank] = me;
  __syncthreads();
  if (thread == 0) {
    int end = INT32_MIN, taken = 0;
    for (int i = 0; i < count; ++i)
      if (sorted[i].x >= end) {
        end = sorted[i].y;
        ++taken;
      }
    chosen[blockIdx.x] = taken;
  }
}

/// The knapsack, a row of the table at a time.
KERNEL knapsack(const int *weights, const int *values, int items, int capacity,
                int *best) {
  __shared__ int table[2][257];
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
    table[0][c] = 0;
  __syncthreads();
  for (int item = 0; item < items; ++item) {
    int *from = table[item % 2], *to = table[(item + 1) % 2];
    int weight = weights[item], value = values[item];
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
      to[c] = c >= weight ? max(from[c], from[c - weight] + value) : from[c];
    __syncthreads();
  }
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
    best[c] = table[items % 2][c];
}

/// Sieve of bits, one word of primes for each turn of a thread.
KERNEL sieve(unsigned *words, int limit) {
  extern __shared__ unsigned bits[];
  int count = limit / 32;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    bits[i] = i ? 0xffffffffu : 0xfffffffcu;
  __syncthreads();
  for (int prime = 2; prime * prime < limit; ++prime) {
    if (!(bits[prime / 32] >> prime % 32 & 1))
      continue;
    __syncthreads();
    for (int i = prime * prime + threadIdx.x * prime; i < limit;
         i += blockDim.x * prime)
      atomicAnd(&bits[i / 32], ~(1u << i % 32));
    __syncthreads();
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    words[i] = bits[i];
}

/// A machine with eight instructions: each thread runs the same program on its
/// own registers, by a switch.
KERNEL interpreter(const int *program, const int *inputs, int *outputs) {
  int registers[4] = {inputs[globalThread()], 0, 0, 1};
  for (int at = 0, steps = 0; steps < 1000; ++steps) {
    int word = program[at++], operation = word >> 12, x = word >> 8 & 3;
    int y = word >> 4 & 3, small = (word & 15) - 8;
    switch (operation) {
    case 0:
      registers[x] = registers[y] + small;
      break;
    case 1:
      registers[x] += registers[y];
      break;
    case 2:
      registers[x] *= registers[y];
      break;
    case 3:
      registers[x] = registers[y] / 2;
      break;
    case 4:
      registers[x] = registers[y] & 1;
      break;
    case 5:
      if (registers[x] == 0)
        at += small;
      break;
    case 6:
      if (registers[x] > registers[y])
        at += small;
      break;
    case 7:
      outputs[globalThread()] = registers[x];
      return;
    }
  }
}
