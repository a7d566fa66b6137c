void cut(MmaOp product);
