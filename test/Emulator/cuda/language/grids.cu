//===- grids.cu - Grids of two and three dimensions ------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// Tiles of 32 x 32 by blocks of 32 x 8, padded so that columns have no bank
/// conflicts.
KERNEL transpose_padded(const float *input, float *output, int rows,
                        int columns) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < columns && y + j < rows)
      tile[threadIdx.y + j][threadIdx.x] = input[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < rows && y + j < columns)
      output[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

/// In place, by pairs of tiles; 64-bit elements.
KERNEL transpose_in_place(double *matrix, int size) {
  __shared__ double upper[16][17], lower[16][17];
  if (blockIdx.x < blockIdx.y)
    return;
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16, column = blockIdx.x * 16;
  upper[y][x] = matrix[(row + y) * size + column + x];
  lower[y][x] = matrix[(column + y) * size + row + x];
  __syncthreads();
  matrix[(column + y) * size + row + x] = upper[x][y];
  if (blockIdx.x != blockIdx.y)
    matrix[(row + y) * size + column + x] = lower[x][y];
}

/// Seven points in one dimension, with a halo in shared memory.
KERNEL stencil_line(const int *input, int *output, int count) {
  constexpr int kRadius = 3;
  extern __shared__ int line[];
  int index = globalThread(), at = threadIdx.x + kRadius;
  line[at] = index < count ? input[index] : 0;
  if (threadIdx.x < kRadius) {
    int left = index - kRadius, right = index + blockDim.x;
    line[at - kRadius] = left >= 0 ? input[left] : 0;
    line[at + blockDim.x] = right < count ? input[right] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int offset = -kRadius; offset <= kRadius; ++offset)
    sum += (kRadius + 1 - abs(offset)) * line[at + offset];
  if (index < count)
    output[index] = sum;
}

/// Jacobi's five points, in double.
KERNEL stencil_plane(const double *input, double *output, int rows,
                     int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  int at = y * columns + x;
  if (x == 0 || y == 0 || x == columns - 1 || y == rows - 1)
    output[at] = input[at];
  else
    output[at] = 0.25 * (input[at - 1] + input[at + 1] + input[at - columns] +
                         input[at + columns]);
}

/// Seven points in a volume: planes march through registers.
KERNEL stencil_volume(const float *input, float *output, int width, int height,
                      int depth) {
  __shared__ float plane[10][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  bool inside = x < width && y < height;
  int stride = width * height, at = y * width + x;
  float below = 0, here = inside ? input[at] : 0;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  for (int z = 0; z < depth; ++z, at += stride) {
    float above = inside && z + 1 < depth ? input[at + stride] : 0;
    __syncthreads();
    plane[ty][tx] = here;
    if (threadIdx.x == 0)
      plane[ty][0] = x > 0 && inside ? input[at - 1] : 0;
    if (threadIdx.x == 15)
      plane[ty][17] = x + 1 < width && y < height ? input[at + 1] : 0;
    if (threadIdx.y == 0)
      plane[0][tx] = y > 0 && inside ? input[at - width] : 0;
    if (threadIdx.y == 7)
      plane[9][tx] = x < width && y + 1 < height ? input[at + width] : 0;
    __syncthreads();
    if (inside)
      output[at] = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                   plane[ty + 1][tx] + above + below - 6 * here;
    below = here;
    here = above;
  }
}

/// Weights in constant memory, read at the same and at different addresses.
__constant__ int weights[25] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9,
                                6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};
__constant__ short gains[4] = {1, -1, 2, -3};

KERNEL convolve_constant(const unsigned char *image, int *output, int width,
                         int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int sx = min(max(x + dx, 0), width - 1);
      int sy = min(max(y + dy, 0), height - 1);
      sum += weights[5 * dy + dx + 12] * image[sy * width + sx];
    }
  output[y * width + x] = sum * gains[x % 4];
}

/// Conway's game on a torus, bytes; all generations in one block.
KERNEL game_of_life(const unsigned char *input, unsigned char *output,
                    int generations) {
  __shared__ unsigned char cells[2][32][32];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    cells[0][y][x] = input[32 * y + x];
  int now = 0;
  for (int generation = 0; generation < generations; ++generation) {
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += blockDim.y) {
      int neighbours = 0;
      for (int dy = 31; dy <= 33; ++dy)
        for (int dx = 31; dx <= 33; ++dx)
          if (dx != 32 || dy != 32)
            neighbours += cells[now][(y + dy) % 32][(x + dx) % 32];
      bool lives = neighbours == 3 || (neighbours == 2 && cells[now][y][x]);
      cells[now ^ 1][y][x] = lives;
    }
    now ^= 1;
  }
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    output[32 * y + x] = cells[now][y][x];
}

/// How long each point stays: loops of different length in one warp.
/// Fixed-point numbers, so that every bit is known.
KERNEL mandelbrot(int *counts, int width, int height, int limit) {
  constexpr int kBits = 24;
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height)
    return;
  long long cx = (3ll << kBits) * px / width - (2ll << kBits);
  long long cy = (2ll << kBits) * py / height - (1ll << kBits);
  long long x = 0, y = 0;
  int count = 0;
  while (count < limit) {
    long long xx = x * x >> kBits, yy = y * y >> kBits;
    if (xx + yy > 4ll << kBits)
      break;
    y = (x * y >> (kBits - 1)) + cy;
    x = xx - yy + cx;
    ++count;
  }
  counts[py * width + px] = count;
}

/// Shortest paths between all pairs, in one block.
KERNEL floyd_warshall(int *distances, int size) {
  for (int middle = 0; middle < size; ++middle) {
    for (int i = threadIdx.x; i < size * size; i += blockDim.x) {
      int row = i / size, column = i % size;
      // The row and the column of the middle do not change in this step.
      if (row == middle || column == middle)
        continue;
      int around =
          distances[row * size + middle] + distances[middle * size + column];
      if (around < distances[i])
        distances[i] = around;
    }
    __syncthreads();
  }
}

/// Reads every special register of grid and block.
KERNEL grid_coordinates(int *output) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned lane, warp, lanesBelow, lanesFromHere;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lanesBelow));
  asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(lanesFromHere));
  warp = thread / 32;
  int *mine = output + (block * threads + thread) * 4;
  mine[0] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16;
  mine[1] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16;
  mine[2] = lane | warp << 8 | warpSize << 16;
  mine[3] = lanesBelow ^ ~lanesFromHere;
}
