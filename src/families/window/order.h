#ifdef GPU__ONCE
/* Windows. Output i is the sum of z[i .. i + width), where z is x behind width - 1 zeros, divided by the number of
   elements of x among them. A sum takes in its window's elements alone: nothing is subtracted, so what lies outside
   has no part in it, not in its last bit either. The order, all in double, on both backends:
     width <= 9: ascending. width <= 2304: z is cut into runs of 9. A sum is (Q + U) + P: Q of its elements in the
     first run it has a part of, from the back; P of those in the last, ascending; U of the runs between, from their
     sums, which are ascending. Wider: z is cut into runs of 1152. With i = t 1152 + o, width = q 1152 + s, a sum is
     Q + P: Q of what is left of run t from o on, and of the q - 1 runs behind it, P of the first s + o elements from
     run t + q on. Of pieces of 9 in run t and from s on, parts as before, an empty P being 0. To the first is added,
     what the pieces behind them in 32 have by Hillis and Steele's scan, added to U + the next 32s, the last first;
     to the second, what those in front have, added to the s elements + the 32s before. The sum of s elements and
     that of a run: element k belongs to lane k % 128, ascending from 0; each 32 lanes fold by halves, the four that
     are left as (0 + 2) + (1 + 3). U of m runs: 0, then the first m % 16 of their sums, ascending; then of the sums
     of 16 neighbours each, ascending, the first m / 16 % 16, and so on by powers of 16. */
enum {
    GPU__WINDOW_RUN = 9,
    GPU__WINDOW_LANES = 128,
    GPU__WINDOW_TILE = GPU__WINDOW_RUN * GPU__WINDOW_LANES,
    GPU__WINDOW_NARROW = 2 * GPU__WINDOW_TILE,
    GPU__WINDOW_RADIX = 16
};
/* Filters of a plane. An output of a convolution is the sum over k of row 0 of the filter, mirrored, times the elements
   under it, then of row 1, and so on, each ascending, all in double; a product is rounded before it is added. Zeros
   outside the plane are multiplied like any others. Both backends add in this order, so the bits are the same. */
#endif
