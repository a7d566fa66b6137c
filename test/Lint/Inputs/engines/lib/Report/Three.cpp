// Not an MmaOp.
auto product = dyn_cast<tileaa::MmaOp>(op);
const char *text = "MmaOp";
