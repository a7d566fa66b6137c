/* What functions.py must find. */
/// Is called and exported.
MLIR_CAPI_EXPORTED int tesseraGetVersion(void);
MLIR_CAPI_EXPORTED int tesseraGetNumGpus(void);
/// Is neither.
MLIR_CAPI_EXPORTED int tesseraNowhere(int oneOfManyParameters,
                                      int anotherOfThem, int theLast);
