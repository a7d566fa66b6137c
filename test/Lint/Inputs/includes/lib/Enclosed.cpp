#include "First.h"

namespace toy {
#include "Generated.h.inc"
#include "mlir/Second.h"
} // namespace toy

#include "Third.h"
