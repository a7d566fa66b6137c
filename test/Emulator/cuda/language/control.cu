//===- control.cu - Calls, recursion, function pointers --------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cassert>
#include <cstdio>

/// Calls that stay calls.
#define CALLED __device__ __noinline__

CALLED int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KERNEL recursion_fibonacci(int *output) {
  output[globalThread()] = fibonacci(globalThread() % 13);
}

CALLED unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

CALLED bool isOdd(int n);
CALLED bool isEven(int n) { return n == 0 || isOdd(n - 1); }
CALLED bool isOdd(int n) { return n != 0 && isEven(n - 1); }

/// Functions that call themselves in their arguments, and one another.
KERNEL recursion_mutual(unsigned *output) {
  int thread = globalThread();
  output[2 * thread] = ackermann(thread % 3, thread % 5);
  output[2 * thread + 1] = isEven(thread) | isOdd(thread) << 1;
}

CALLED void quicksort(int *values, int low, int high) {
  while (low < high) {
    int pivot = values[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (values[i] < pivot)
        ++i;
      while (values[j] > pivot)
        --j;
      if (i <= j) {
        int swap = values[i];
        values[i++] = values[j];
        values[j--] = swap;
      }
    }
    if (j - low < high - i) {
      quicksort(values, low, j);
      low = i;
    } else {
      quicksort(values, i, high);
      high = j;
    }
  }
}

/// Each thread sorts its own part, in its local memory.
KERNEL recursion_quicksort(const int *input, int *output) {
  int mine[24];
  for (int i = 0; i < 24; ++i)
    mine[i] = input[globalThread() * 24 + i];
  quicksort(mine, 0, 23);
  for (int i = 0; i < 24; ++i)
    output[globalThread() * 24 + i] = mine[i];
}

struct Node {
  int key, left, right;
};

CALLED int depthOf(const Node *nodes, int at) {
  if (at < 0)
    return 0;
  return 1 +
         max(depthOf(nodes, nodes[at].left), depthOf(nodes, nodes[at].right));
}

CALLED long long sumBelow(const Node *nodes, int at, int bound) {
  if (at < 0)
    return 0;
  long long sum = nodes[at].key < bound ? nodes[at].key : 0;
  sum += sumBelow(nodes, nodes[at].left, bound);
  if (nodes[at].key < bound)
    sum += sumBelow(nodes, nodes[at].right, bound);
  return sum;
}

KERNEL recursion_tree(const Node *nodes, long long *output) {
  int thread = globalThread();
  output[thread] = sumBelow(nodes, 0, thread * 8) * 100 + depthOf(nodes, 0);
}

/// How many ways to place queens, with an own stack and by recursion.
CALLED int placeQueens(int size, unsigned columns, unsigned left,
                       unsigned right) {
  unsigned all = (1u << size) - 1, free = all & ~(columns | left | right);
  if (columns == all)
    return 1;
  int ways = 0;
  while (free) {
    unsigned bit = free & -free;
    free ^= bit;
    ways +=
        placeQueens(size, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return ways;
}

KERNEL recursion_queens(int *output) {
  int first = threadIdx.x;
  unsigned bit = 1u << first;
  output[first] = placeQueens(6, bit, bit << 1, bit >> 1);
}

CALLED float twice(float x) { return 2 * x; }
CALLED float halved(float x) { return x / 2; }
CALLED float squared(float x) { return x * x; }
CALLED float negated(float x) { return -x; }

using Function = float (*)(float);
__device__ Function functions[4] = {twice, halved, squared, negated};
__device__ Function chosen = squared;

CALLED float applied(Function first, Function second, float x) {
  return second(first(x));
}

/// Pointers to functions: in a table of the module, as arguments, different in
/// each lane.
KERNEL function_pointers(const float *input, float *output) {
  int thread = globalThread();
  float x = functions[thread % 4](input[thread]);
  Function other = thread & 8 ? twice : functions[(thread / 4) % 4];
  output[thread] = applied(other, chosen, x);
}

struct Shape {
  float scale;
  __device__ explicit Shape(float scale) : scale(scale) {}
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};

struct Square : Shape {
  float side;
  __device__ Square(float scale, float side) : Shape(scale), side(side) {}
  __device__ float area() const override { return scale * side * side; }
  __device__ int corners() const override { return 4; }
};

struct Disc : Shape {
  float radius;
  __device__ Disc(float scale, float radius) : Shape(scale), radius(radius) {}
  __device__ float area() const override { return scale * 3 * radius * radius; }
};

struct Pyramid : Square {
  __device__ Pyramid(float scale, float side) : Square(scale, side) {}
  __device__ float area() const override { return 4 * Square::area(); }
  __device__ int corners() const override { return Square::corners() + 1; }
};

CALLED float describe(const Shape &shape) {
  return shape.area() * 8 + shape.corners();
}

/// Virtual functions: tables of pointers in the module.
KERNEL virtual_functions(const int *kinds, float *output) {
  int thread = globalThread();
  Square square(1, thread);
  Disc disc(2, thread);
  Pyramid pyramid(0.5f, thread);
  const Shape *shapes[3] = {&square, &disc, &pyramid};
  output[thread] = describe(*shapes[kinds[thread]]);
}

/// A switch with many cases, dense and sparse, with fall-through.
KERNEL switch_tables(const int *input, int *output) {
  int thread = globalThread(), value = input[thread], result = 0;
  switch (value & 15) {
  case 0:
    result = value * 3;
    break;
  case 1:
    result = value ^ 0x55;
    break;
  case 2:
    result = value + 1000;
  case 3:
    result += 7;
    break;
  case 4:
    result = value / 3;
    break;
  case 5:
    result = __popc(value);
    break;
  case 6:
    result = -value;
    break;
  case 7:
    result = value << 2;
    break;
  case 8:
    result = value * value;
    break;
  case 9:
    result = 9;
  case 10:
    result -= value;
  case 11:
    result ^= 0xff;
    break;
  case 12:
    return;
  default:
    result = 1 << (value & 7);
  }
  switch (value) {
  case 1000:
    result += 1;
    break;
  case -77:
    result += 2;
    break;
  case 123456:
    result += 3;
    break;
  case 5:
    result += 4;
    break;
  }
  output[thread] = result;
}

/// Loops with breaks, continues, jumps out of two loops, and early returns.
KERNEL tangled_loops(const int *input, int *output) {
  int thread = globalThread(), value = input[thread], sum = 0;
  for (int i = 0; i < 20; ++i) {
    if ((value + i) % 7 == 0)
      continue;
    int j = 0;
    do {
      if ((value ^ j) % 11 == 3)
        break;
      sum += i * j;
      if (sum > 500)
        goto enough;
    } while (++j < (value & 15));
    if (i > (value & 31))
      break;
  }
  if (value < 0) {
    output[thread] = -sum;
    return;
  }
enough:
  value = abs(value);
  while (sum & 1 ? value & 2 : value & 4) {
    sum = sum * 5 + 1;
    value >>= 1;
  }
  output[thread] = sum;
}

struct Big {
  double first;
  int values[6];
  char tag;
  short tail[3];
};

CALLED Big rotate(Big big, int by) {
  Big result = big;
  for (int i = 0; i < 6; ++i)
    result.values[i] = big.values[(i + by) % 6];
  result.first = big.first * by;
  result.tag = big.tag + by;
  result.tail[by % 3] = -1;
  return result;
}

CALLED long long mixture(char a, short b, int c, long long d, float e, double f,
                         unsigned char g, bool h, int4 i) {
  return a + 2ll * b + 3ll * c + 4 * d + (long long)(5 * e) +
         (long long)(6 * f) + 7 * g + 8 * h + i.x - i.y + i.z - i.w;
}

/// Structures and small types as parameters and results.
KERNEL calling_convention(const int *input, long long *output) {
  int thread = globalThread(), value = input[thread];
  Big big = {
      value * 0.5, {value, 1, 2, 3, value / 2, 5}, char(thread), {1, 2, 3}};
  big = rotate(rotate(big, thread % 4), 2);
  output[2 * thread] =
      (long long)(big.first * 2) + 10ll * big.values[0] +
      100ll * big.values[3] + 1000ll * big.tag +
      10000ll * (big.tail[0] + 3 * big.tail[1] + 9 * big.tail[2]);
  output[2 * thread + 1] = mixture(
      char(value), short(value), value, value * 1000000007ll, value * 0.5f,
      value * 0.25, value, value & 1, make_int4(value, thread, -value, 3));
}

KERNEL printing(int count) {
  if (threadIdx.x == 0) {
    printf("start %d %s\n", count, "text");
    printf("%5d|%-5d|%05d|%+d|%x|%X|%o|%u|%c|%%\n", 42, 42, 42, 42, 48879,
           48879, 8, 4000000000u, 'z');
    printf("%.3f|%10.2e|%g|%lld|%llx|%hd\n", 3.14159, 12345.678, 0.0001,
           -1234567890123ll, 0xfeedfacecafebeefull, short(-5));
  }
  for (int turn = 0; turn < count; ++turn) {
    __syncthreads();
    if (threadIdx.x == turn * 3)
      printf("thread %d of %d: %s\n", threadIdx.x, blockDim.x,
             turn % 2 ? "odd" : "even");
  }
}

KERNEL assertion(const int *input) {
  int value = input[threadIdx.x];
  assert(value < 20 && "numbers are small");
}

KERNEL trapping(const int *input, int *output) {
  if (input[threadIdx.x] == 13)
    __trap();
  output[threadIdx.x] = 1;
}

/// Memory of the stack whose size is known only when it is taken.
CALLED int sumOfStack(int count) {
  int *values = static_cast<int *>(__builtin_alloca(count * sizeof(int)));
  for (int i = 0; i < count; ++i)
    values[i] = i * i;
  int sum = 0;
  for (int i = count - 1; i >= 0; --i)
    sum = sum * 2 + values[i];
  return sum;
}

KERNEL dynamic_stack(int *output) {
  int thread = globalThread();
  output[thread] = sumOfStack(1 + thread % 19) + sumOfStack(thread % 3);
}

/// Lambdas, templates, references to local variables in other functions.
template <typename F> CALLED int fold(int from, int to, F step) {
  int value = 1;
  for (int i = from; i < to; ++i)
    step(value, i);
  return value;
}

KERNEL lambdas(const int *input, int *output) {
  int thread = globalThread(), value = input[thread], calls = 0;
  int product = fold(1, 4 + value % 3, [&](int &sum, int i) {
    sum *= i + value % 2;
    ++calls;
  });
  int other = fold(0, value % 9, [=](int &sum, int i) { sum ^= i * value; });
  output[thread] = product * 10000 + calls * 1000 + other % 1000;
}

/// One lock, taken by one thread of each warp at a time: as the programming
/// guide warns, whoever waits must let the others run.
__device__ int lockWord = 0;

KERNEL spin_lock(int *counter, int *trace) {
  for (int lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane) {
      while (atomicCAS(&lockWord, 0, 1) != 0)
        __nanosleep(20);
      __threadfence();
      volatile int *inside = counter;
      int before = inside[0];
      inside[0] = before + 1;
      inside[1] += before & 3;
      trace[before] = 1;
      __threadfence();
      atomicExch(&lockWord, 0);
    }
}

/// The same with all lanes at once: works only where lanes of one warp make
/// progress independently, as since Volta.
__device__ int lockOfLanes = 0;

KERNEL spin_lock_lanes(int *counter) {
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(&lockOfLanes, 0, 1) == 0) {
      __threadfence();
      *static_cast<volatile int *>(counter) += threadIdx.x;
      __threadfence();
      atomicExch(&lockOfLanes, 0);
      isDone = true;
    }
}

/// Variables of the module with initialisers, pointers to one another, and
/// static variables of functions.
struct Pair {
  int key;
  const char *name;
};
__device__ const char letters[] = "tessera";
__device__ int shared_table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int *middle = &shared_table[1][1];
__device__ Pair pairs[2] = {{7, letters}, {9, letters + 3}};
__device__ double fraction = 0.375;

CALLED int counted() {
  static int calls = 100;
  return atomicAdd(&calls, 1);
}

KERNEL module_variables(int *output) {
  if (threadIdx.x == 0) {
    output[0] = *middle + middle[-3] * 10;
    output[1] = pairs[0].key + pairs[1].key * 100;
    output[2] = pairs[0].name[0] | pairs[1].name[1] << 8;
    output[3] = int(fraction * 1000);
    output[4] = counted() + counted();
    shared_table[0][0] = 77;
    output[5] = *(middle - 4);
  }
}
