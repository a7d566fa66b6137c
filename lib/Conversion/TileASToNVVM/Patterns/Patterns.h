//===- Patterns.h - Rewrites from tileas to NVVM ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PATTERNS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PATTERNS_H

#include "../KernelContext.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tessera::tileas {

/// Checks the promises of the passes on tileas, and reports the first one that
/// is broken: the patterns would miscompile such a kernel.
mlir::LogicalResult checkKernel(KernelOpInterface kernel);

/// Converts a tile to the values of its registers, a pointer to one of the
/// global address space, a buffer to one of the shared one. A token, and the
/// completion of a group of copies, become nothing; the completion of a phase
/// becomes the address of its mbarrier and its parity.
class RegisterTypeConverter : public mlir::TypeConverter {
public:
  explicit RegisterTypeConverter(mlir::MLIRContext *context);

  /// The type of one register of a scalar or tile type.
  mlir::Type convertElement(mlir::Type type) const;
};

/// A pattern of the conversion of one kernel.
template <typename OpT>
class KernelPattern : public mlir::OpConversionPattern<OpT> {
public:
  KernelPattern(const RegisterTypeConverter &converter, KernelContext &kernel)
      : mlir::OpConversionPattern<OpT>(converter, kernel.getContext()),
        converter(converter), kernel(kernel) {}

protected:
  using OneToNOpAdaptor =
      typename mlir::OpConversionPattern<OpT>::OneToNOpAdaptor;

  const RegisterTypeConverter &converter;
  KernelContext &kernel;
};

/// Adds the patterns of one theme to the conversion of one kernel.
using PopulatePatterns = void(mlir::RewritePatternSet &patterns,
                              const RegisterTypeConverter &converter,
                              KernelContext &kernel);
PopulatePatterns populateAgentPatterns, populateAsyncPatterns,
    populateBoxPatterns, populateBufferPatterns, populateElementwisePatterns,
    populateMBarrierPatterns, populateMemoryPatterns, populateMessagePatterns,
    populateProductPatterns, populateReductionPatterns, populateScratchPatterns,
    populateShapePatterns, populateTensorMapPatterns,
    populateTensorMemoryPatterns, populateTensorProductPatterns,
    populateWarpGroupPatterns;

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_PATTERNS_H
