# pkg-config.sh CC FOLDER SOURCE PROGRAM: builds SOURCE with the flags from the .pc
# file in FOLDER.
set -e
export PKG_CONFIG_PATH=$2
$1 "$3" $(pkg-config --cflags --libs tessera) -o "$4"
LD_LIBRARY_PATH=$(pkg-config --variable=prefix tessera)/lib "$4" "x + 1" --run=10
