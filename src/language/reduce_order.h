/* The order in which reductions of n elements to one value combine. It depends on n alone, and is the same on both
   backends and for any number of threads. Families with an order of their own have it in their order.h
   (families/reduce/order.h: mean and variance; shared/axis.h; window/order.h); that of a scan is in device/scan.cuh.

   A reduction. Element i belongs to lane i % 2048 of tile i / 2048. T = ceil(n / 2048) tiles make
   B = min(max(ceil(T / 4), 1), 1056) blocks; block b owns the tiles [T b / B, T (b + 1) / B). A lane starts with its
   first mapped element and combines the others in tile order. Then a tree: for s = 1024, 512, ... 1, lane[j] =
   lane[j] (+) lane[j + s] for j < s, left out where lane j + s has no element. The B results go through the same tree.

   An ordered reduction. A run combines 16 elements sequentially. A tile combines 32 runs, 512 elements, by a tree of
   neighbours: for s = 1, 2, 4, ... run[j] = run[j] (+) run[j + s] for every j that 2 s divides, left out where there is
   no run j + s. T tiles make P = min(max(ceil(T / 4), 1), 4096) parts; part p combines the tiles
   [T p / P, T (p + 1) / P) sequentially. Groups of four parts are combined sequentially, then groups of eight of their
   results; a tree of neighbours combines the rest. */
enum {
    GPU__LANES = 2048,     /* lanes of a tile of a reduction */
    GPU__TILES = 4,        /* minimum number of tiles of a block */
    GPU__BLOCKS = 1056,    /* maximum number of blocks */
    GPU__ORDERED_RUN = 16, /* elements of an ordered reduction that are combined sequentially */
    GPU__ORDERED_TILE = 32 * GPU__ORDERED_RUN,
    GPU__ORDERED_PARTS = 4096, /* maximum number of parts; a part combines its tiles sequentially */
    GPU__PARTIAL_BYTES = 96    /* of the largest accumulator; the workspace of a stream holds GPU__BLOCKS of them */
};
/* Number of blocks or parts for n elements. */
static GPU__HOST_DEVICE inline size_t gpu__order_blocks(size_t n, size_t tile, size_t most)
{
    const size_t tiles = (n + tile - 1) / tile, blocks = (tiles + GPU__TILES - 1) / GPU__TILES;
    return blocks < 1 ? 1 : blocks > most ? most : blocks;
}
