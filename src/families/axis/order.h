/* The orders of reductions along an axis of a row-major matrix, the same on both backends. That of a row is a function
   of cols alone:
     P = min(1024, ceil(cols / 16384)) chunks of ceil(cols / P) rounded up to 1024 elements; element i of a chunk
     belongs to lane i % L, ascending; L = 32 for cols <= 512, 128 for cols <= 4096, else 1024; the lanes fold by
     halves: for s = L/2, .. 1: lane[j] += lane[j + s] for j < s, where lane j + s has an element; the chunks fold
     likewise: chunk p belongs to lane p % 64, ascending, then s = 32 .. 1.
   That of a column is a function of the shape:
     Q = 8 for cols >= 128, else the largest power of two with Q * cols <= 1024; row r belongs to lane r % Q of step
     r / Q; the ceil(rows / Q) steps are cut into S = min(ceil(steps / 16), 2048 / ceil(cols / 128), 1024) segments,
     1 where ceil(cols / 128) >= 1024; within a segment a lane adds its rows in ascending order, then s = Q/2 .. 1:
     lane[q] += lane[q + s]; the segments fold as the chunks of a row do.
   Variances: the lanes sum d = x - K and d * d, K being the first element of the chunk or segment; their results are
   moments (see gpu__lane_moments); chunks and segments fold by gpu__merge. A row of at most 256 bytes is one lane. */
enum {
    GPU__ROW_LANES = 1024,
    GPU__ROW_CHUNK = 16384,
    GPU__MAX_PARTS = 1024,
    GPU__PART_LANES = 64,
    GPU__COL_BLOCK = 512,
    GPU__SHORT_ROW = 64,
    GPU__ABREAST = 32 /* number of rows, of at most GPU__SHORT_ROW elements, that are reduced at a time */
};
/* The order of running sums along an axis: the same on both backends, and a function of the shape alone:
     piece    16 neighbours in a row, or in a column, one after the other: s(j) = s(j - 1) + x(j)
     tile     pieces, by recursive halving: for d = 1, 2, 4, ... and every j with bit d set:
              v[j] = v[(j & -d) - 1] + v[j]; L is the value of the preceding piece
     segment  tiles, one after the other; Q is the sum of the preceding tiles
     all      segments, one after the other; P is the sum of the preceding segments
   out = (P + (Q + L)) + s(j). A value that does not exist is -0, which changes no sum. A tile of a row has 256 pieces,
   one of a column 256 / w, where w is the least power of two >= cols, at most 32. There are b independent chains of
   tiles, b = rows or ceil(cols / w). With b >= 128 a chain is one segment; otherwise its T tiles are split into
   S = min(256 / b, ceil(T / 4)) segments of ceil(T / S). */
enum {
    GPU__SCAN_PIECE = 16,
    GPU__SCAN_PIECES = 256,
    GPU__SCAN_TILE = GPU__SCAN_PIECE * GPU__SCAN_PIECES,
    GPU__SCAN_COLS = 32,
    GPU__SCAN_STRIP = 256 /* width of the CPU's strips of columns */
};
