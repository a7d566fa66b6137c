def Toy_SquareOp : Toy_Op<"square">;
