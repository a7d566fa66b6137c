#include "tessera/Dialect/Toy/IR/Ops/Shapes.h"

bool isSquare(SquareOp op);
