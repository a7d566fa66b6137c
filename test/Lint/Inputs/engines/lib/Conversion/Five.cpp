auto product = dyn_cast<MmaOp>(op);
