// Words of all lanes of a warp are reduced by one instruction, from sm_80 on: each body that
// has one.
//
// RUN: cuda-tile-run --self-check %s --engine=emulate --check=all --gpu-name=sm_75
// RUN: cuda-tile-run --self-check %s --engine=emulate --check=all --gpu-name=sm_80
// RUN: cuda-tile-run --self-check %s --engine=emulate --check=all --gpu-name=sm_90 -O0
// RUN: cuda-tile-run --self-check %s
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s
// CHECK-COUNT-8: redux.sync

cuda_tile.module @words {
  entry @sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = addi %a, %b : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: sum
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: -2063802983

  entry @least(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[2147483647 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = mini %a, %b signed : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: least
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: -2141083789

  entry @most(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[-2147483648 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = maxi %a, %b signed : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: most
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: 2033496396

  entry @least_unsigned(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[-1 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = mini %a, %b unsigned : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: least_unsigned
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: 71898536

  entry @most_unsigned(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = maxi %a, %b unsigned : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: most_unsigned
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: -89973990

  entry @all(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[-1 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = andi %a, %b : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: all
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: 0

  entry @any(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = ori %a, %b : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: any
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: -1

  entry @odd(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %view = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %words, %t = load_view_tko weak %part[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %word = reduce %words dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %both = xori %a, %b : tile<i32>
      yield %both : tile<i32>
    }
    %u = store_ptr_tko weak %q, %word : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: odd
  //%   args:
  //%     - ptr: i32[64]
  //%       in: 1337901816 -1779623277 -1376791563 -1130390267 -1368527818 1293963975 1585841956 352883257 -1978265842 -1743204208 -720688889 -287217605 520669666 -89973990 -1010226911 -1461410234 822129458 1007501193 -2007088897 -1659266040 -205614435 -467171365 1665695725 71898536 -343107312 -297950384 714401071 372797025 -1405173430 1021505518 1102695694 1959652937 1229221536 -926848945 -773143208 638005396 645802133 842741288 1585944845 -890257605 1884461761 -2141083789 -1817128263 2033496396 1906466413 -865860155 -1549338830 -798924038 -1962360473 1682386237 698636829 365772041 -1096609049 -123224050 -1329966733 1173715819 -109610188 -2017148538 -1054779777 888908317 84621095 -540118623 -1058086562 -1757274215
  //%     - ptr: i32[1]
  //%       in: 0
  //%       out: 1954233161
}
