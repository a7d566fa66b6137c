#include "tessera/Dialect/Toy/IR/Ops/Shapes.h"
