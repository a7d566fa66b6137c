// What a layout must be to fit a tile.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{layout of rank 2 on a tile of rank 1}}
module attributes {type = tensor<32xf32, #tileas.layout<register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>>} {}

// -----

// expected-error @+1 {{extents that are powers of two, not 24}}
module attributes {type = tensor<24xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>} {}

// -----

// expected-error @+1 {{layout needs 5 lane bits, not 4}}
module attributes {type = tensor<16xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8]], warp = []>>} {}

// -----

// expected-error @+1 {{layout does not fit the tile: it has 64 coordinates along 'dim0', the tile 32}}
module attributes {type = tensor<32xf32, #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>>} {}

// -----

// expected-error @+1 {{is no layout: output dimension 'dim0' has 32 bits}}
module attributes {type = tensor<32xf32, #tileas.layout<register = [[-1]], lane = [[1], [2], [4], [8], [16]], warp = []>>} {}

// -----

// expected-error @+1 {{layout leaves elements of the tile to no thread}}
module attributes {type = tensor<64xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>} {}

// -----

// expected-error @+1 {{layout holds an element twice in one thread}}
module attributes {type = tensor<32xf32, #tileas.layout<register = [[0]], lane = [[1], [2], [4], [8], [16]], warp = []>>} {}

// -----

// expected-error @+1 {{needs one coordinate for each dimension}}
module attributes {type = tensor<4x8xf32, #tileas.layout<register = [], lane = [[0, 1], [2]], warp = []>>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[1 to 3]]>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[0 to 8]]>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[-4 to 4]]>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[4 to 1]]>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[1 to 4, 1 to 8]]>} {}

// -----

// expected-error @+1 {{needs coordinates that are 0, or reach their last ones by equally many doublings}}
module attributes {layout = #tileas.layout<offset = [[1, 1 to 8]]>} {}

// -----

// expected-error @+1 {{needs at least one basis}}
module attributes {type = tensor<1xf32, #tileas.layout<register = [], lane = [], warp = []>>} {}

// -----

// expected-error @+1 {{layout of a tile has bases for 'register', 'lane' and 'warp'}}
module attributes {type = tensor<32xf32, #tileas.layout<offset = [[1], [2], [4], [8], [16]]>>} {}

// -----

// expected-error @+1 {{is no layout}}
module attributes {type = tensor<32xf32, #tileas.layout<lane = [[1], [2], [4], [8], [16]], lane = [[1]]>>} {}

// -----

// A tile lies in one block.
// expected-error @+1 {{layout of a tile has bases for 'register', 'lane' and 'warp'}}
module attributes {type = tensor<64xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = [[32]]>>} {}

// -----

// expected-error @+1 {{layout of a tile has bases for 'register', 'lane' and 'warp'}}
module attributes {type = tensor<2x2xf32, #tileas.layout<row = [[1, 0]], column = [[0, 1]]>>} {}

// -----

// A buffer lies in a memory that is addressed by offsets.
// expected-error @+1 {{layout of a buffer has bases for 'offset' alone}}
module attributes {type = !tileas.buffer<2x2xf32, #tileas.layout<row = [[1, 0]], column = [[0, 1]]>>} {}

// -----

// expected-error @+1 {{is no layout: output dimension 'dim0' has 32 bits}}
module attributes {layout = #tileas.layout<row = [[-1]], column = [[1]]>} {}

// -----

// expected-error @+1 {{is no layout: input dimension 'row' is there twice}}
module attributes {layout = #tileas.layout<row = [[1]], row = [[2]]>} {}
