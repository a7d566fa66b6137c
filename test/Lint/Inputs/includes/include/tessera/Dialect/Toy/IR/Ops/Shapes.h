#include "Shapes.h.inc"
