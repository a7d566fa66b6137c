//===- mathlib.cu - The functions of libdevice -----------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// One row of results for each function, in the order of the table in
/// mathlib.py.
#define ROW(EXPRESSION)                                                        \
  {                                                                            \
    results[row * count + i] = (EXPRESSION);                                   \
    ++row;                                                                     \
  }

KERNEL math_float(const float *xs, const float *ys, float *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  float x = xs[i], y = ys[i], a = fabsf(x), unit = x - truncf(x);
  float small = x / 4;
  int row = 0;
  ROW(sinf(x));
  ROW(cosf(x));
  ROW(tanf(x));
  ROW(sinpif(x));
  ROW(cospif(x));
  ROW(asinf(unit));
  ROW(acosf(unit));
  ROW(atanf(x));
  ROW(atan2f(x, y));
  ROW(sinhf(small));
  ROW(coshf(small));
  ROW(tanhf(small));
  ROW(asinhf(x));
  ROW(acoshf(1 + a));
  ROW(atanhf(unit));
  ROW(expf(small));
  ROW(exp2f(small));
  ROW(exp10f(unit));
  ROW(expm1f(small));
  ROW(logf(a));
  ROW(log2f(a));
  ROW(log10f(a));
  ROW(log1pf(a));
  ROW(powf(a, unit));
  ROW(sqrtf(a));
  ROW(rsqrtf(a));
  ROW(cbrtf(x));
  ROW(rcbrtf(x));
  ROW(hypotf(x, y));
  ROW(erff(small));
  ROW(erfcf(small));
  ROW(erfinvf(unit));
  ROW(erfcinvf(1 + unit));
  ROW(erfcxf(a));
  ROW(normcdff(small));
  ROW(normcdfinvf(fabsf(unit)));
  ROW(lgammaf(1 + a));
  ROW(tgammaf(1 + fabsf(small)));
}

KERNEL math_double(const double *xs, const double *ys, double *results,
                   int count) {
  int i = globalThread();
  if (i >= count)
    return;
  double x = xs[i], y = ys[i], a = fabs(x), unit = x - trunc(x);
  double small = x / 4;
  int row = 0;
  ROW(sin(x));
  ROW(cos(x));
  ROW(tan(x));
  ROW(sinpi(x));
  ROW(cospi(x));
  ROW(asin(unit));
  ROW(acos(unit));
  ROW(atan(x));
  ROW(atan2(x, y));
  ROW(sinh(small));
  ROW(cosh(small));
  ROW(tanh(small));
  ROW(asinh(x));
  ROW(acosh(1 + a));
  ROW(atanh(unit));
  ROW(exp(small));
  ROW(exp2(small));
  ROW(exp10(unit));
  ROW(expm1(small));
  ROW(log(a));
  ROW(log2(a));
  ROW(log10(a));
  ROW(log1p(a));
  ROW(pow(a, unit));
  ROW(sqrt(a));
  ROW(rsqrt(a));
  ROW(cbrt(x));
  ROW(rcbrt(x));
  ROW(hypot(x, y));
  ROW(erf(small));
  ROW(erfc(small));
  ROW(erfinv(unit));
  ROW(erfcinv(1 + unit));
  ROW(erfcx(a));
  ROW(normcdf(small));
  ROW(normcdfinv(fabs(unit)));
  ROW(lgamma(1 + a));
  ROW(tgamma(1 + fabs(small)));
}

/// Functions whose results are exact.
KERNEL math_exact_float(const float *xs, const float *ys, float *results,
                        int count) {
  int i = globalThread();
  if (i >= count)
    return;
  float x = xs[i], y = ys[i], whole;
  int row = 0, exponent, quotient;
  ROW(floorf(x));
  ROW(ceilf(x));
  ROW(truncf(x));
  ROW(rintf(x));
  ROW(roundf(x));
  ROW(fmodf(x, y));
  ROW(remainderf(x, y));
  ROW(remquof(x, y, &quotient));
  ROW(frexpf(x, &exponent));
  ROW(exponent);
  ROW(modff(x, &whole));
  ROW(whole);
  ROW(ldexpf(x, i % 60 - 30));
  ROW(copysignf(x, y));
  ROW(nextafterf(x, y));
  ROW(fdimf(x, y));
  ROW(fmaxf(x, y));
  ROW(fminf(x, y));
  ROW(fmaf(x, y, x));
  ROW(x / y);
  ROW(1 / x);
  ROW(logbf(x));
  ROW(float(isnan(x) | isinf(x) << 1 | bool(signbit(x)) << 2 |
            isfinite(x) << 3));
}

KERNEL math_exact_double(const double *xs, const double *ys, double *results,
                         int count) {
  int i = globalThread();
  if (i >= count)
    return;
  double x = xs[i], y = ys[i], whole;
  int row = 0, exponent, quotient;
  ROW(floor(x));
  ROW(ceil(x));
  ROW(trunc(x));
  ROW(rint(x));
  ROW(round(x));
  ROW(fmod(x, y));
  ROW(remainder(x, y));
  ROW(remquo(x, y, &quotient));
  ROW(frexp(x, &exponent));
  ROW(exponent);
  ROW(modf(x, &whole));
  ROW(whole);
  ROW(ldexp(x, i % 60 - 30));
  ROW(copysign(x, y));
  ROW(nextafter(x, y));
  ROW(fdim(x, y));
  ROW(fmax(x, y));
  ROW(fmin(x, y));
  ROW(fma(x, y, x));
  ROW(x / y);
  ROW(1 / x);
  ROW(logb(x));
  ROW(double(isnan(x) | isinf(x) << 1 | bool(signbit(x)) << 2 |
             isfinite(x) << 3));
}
