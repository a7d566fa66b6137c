auto product = dyn_cast<tileas::MmaOp>(op);
