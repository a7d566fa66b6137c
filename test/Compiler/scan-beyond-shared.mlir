// Running sums down the columns of a tile of 256 KiB, more than any GPU has of
// shared memory.
//
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90 -O0
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_75 -O1
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90 -O2
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_120 -O3

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f64>>, %q: tile<ptr<f64>>) {
    %i = iota : tile<32768xi32>
    %p1 = reshape %p : tile<ptr<f64>> -> tile<1xptr<f64>>
    %pn = broadcast %p1 : tile<1xptr<f64>> -> tile<32768xptr<f64>>
    %po = offset %pn, %i : tile<32768xptr<f64>>, tile<32768xi32> -> tile<32768xptr<f64>>
    %pp = reshape %po : tile<32768xptr<f64>> -> tile<128x256xptr<f64>>
    %q1 = reshape %q : tile<ptr<f64>> -> tile<1xptr<f64>>
    %qn = broadcast %q1 : tile<1xptr<f64>> -> tile<32768xptr<f64>>
    %qo = offset %qn, %i : tile<32768xptr<f64>>, tile<32768xi32> -> tile<32768xptr<f64>>
    %qq = reshape %qo : tile<32768xptr<f64>> -> tile<128x256xptr<f64>>
    %x, %t0 = load_ptr_tko weak %pp : tile<128x256xptr<f64>> -> tile<128x256xf64>, token
    %s = scan %x dim=0 reverse=false identities=[0.0 : f64] : tile<128x256xf64> -> tile<128x256xf64> (%a: tile<f64>, %b: tile<f64>) {
      %c = addf %a, %b : tile<f64>
      yield %c : tile<f64>
    }
    %t1 = store_ptr_tko weak %qq, %s : tile<128x256xptr<f64>>, tile<128x256xf64> -> token
    return
  }
}
//% - entry: k
//%   args:
//%   - ptr: f64[128,256]
//%     in: 1*32768
//%   - ptr: f64[128,256]
//%     in: 0*32768
//%     out: 1*256 2*256 3*256 4*256 5*256 6*256 7*256 8*256 9*256 10*256 11*256 12*256 13*256 14*256 15*256 16*256 17*256 18*256 19*256 20*256 21*256 22*256 23*256 24*256 25*256 26*256 27*256 28*256 29*256 30*256 31*256 32*256 33*256 34*256 35*256 36*256 37*256 38*256 39*256 40*256 41*256 42*256 43*256 44*256 45*256 46*256 47*256 48*256 49*256 50*256 51*256 52*256 53*256 54*256 55*256 56*256 57*256 58*256 59*256 60*256 61*256 62*256 63*256 64*256 65*256 66*256 67*256 68*256 69*256 70*256 71*256 72*256 73*256 74*256 75*256 76*256 77*256 78*256 79*256 80*256 81*256 82*256 83*256 84*256 85*256 86*256 87*256 88*256 89*256 90*256 91*256 92*256 93*256 94*256 95*256 96*256 97*256 98*256 99*256 100*256 101*256 102*256 103*256 104*256 105*256 106*256 107*256 108*256 109*256 110*256 111*256 112*256 113*256 114*256 115*256 116*256 117*256 118*256 119*256 120*256 121*256 122*256 123*256 124*256 125*256 126*256 127*256 128*256
