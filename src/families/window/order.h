/* The order of a moving average: all in double, the same on both backends. Output i is the sum of z[i .. i + width),
   where z is x after width - 1 zeros, divided by the number of elements of x in it. A sum adds the elements of its own
   window; nothing is subtracted, so an element outside the window does not change even the last bit.
     width <= 9     ascending.
     width <= 2304  z is split into runs of 9. The sum is (Q + U) + P: Q adds the window's elements in its first run,
                    from the last to the first; P those in its last run, ascending; U the sums of the runs between, each
                    of which is ascending.
     wider          z is split into runs of 1152. With i = t 1152 + o and width = q 1152 + s the sum is Q + P: Q adds
                    the rest of run t from o on and the q - 1 runs after it, P the first s + o elements from run t + q
                    on. Pieces of 9 elements, in run t and from s on, are summed as above (an empty P is 0). To Q's
                    piece is added: the Hillis-Steele scan over the pieces after it in its group of 32, plus U and the
                    groups of 32 after that, the last group first. To P's piece is added: the same over the pieces
                    before it, plus the s elements and the groups of 32 before.
   The sum of s elements, and that of a run of 1152: element k belongs to lane k % 128, ascending from 0; each 32 lanes
   fold by halves, and the four results as (0 + 2) + (1 + 3).
   U of m runs: 0, then the first m % 16 of their sums, ascending; then, of the sums of 16 neighbours each (ascending),
   the first m / 16 % 16; and so on by powers of 16. */
enum {
    GPU__WINDOW_RUN = 9,
    GPU__WINDOW_LANES = 128,
    GPU__WINDOW_TILE = GPU__WINDOW_RUN * GPU__WINDOW_LANES,
    GPU__WINDOW_NARROW = 2 * GPU__WINDOW_TILE,
    GPU__WINDOW_RADIX = 16
};
/* The order of gpu_conv2d. An output of a convolution is the sum over k of row 0 of the filter, mirrored, times the
   elements under it, then of row 1, and so on, each ascending, all in double; a product is rounded before it is added.
   Zeros outside the plane are multiplied like any others. Both backends add in this order, so the bits are the same. */
