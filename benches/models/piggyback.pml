/* A sliding window in both directions: two stations send each other numbered frames that carry the acknowledgement for the
 * other direction. Window W, W + 1 sequence numbers, go-back-N. Frames get lost (the sending is skipped); the timer can go off at
 * any time. The assertion says that no acknowledgement is for a frame that is not out.
 *
 * Sizes, by -D:  W (2): window; Q (1): room in each of the two queues
 *
 *                         states  transitions  bits  SPIN: bytes
 *     W=1 Q=1              65986       142084    26           40
 *     W=1 Q=3             748770      1648420    38           40
 *     W=2 Q=1 (default)  6770277     14970600    42           40
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef W
#define W 2
#endif
#ifndef Q
#define Q 1
#endif
#define M (W + 1)               /* sequence numbers */

mtype = { frame };
chan wire[2] = [Q] of { mtype, byte };

active [2] proctype station()
{   byte base, n, k;            /* oldest unacknowledged number; how many are out; next to send, from base */
    byte e, x;                  /* expected; what comes: number * M + acknowledgement */

    do
    :: (k < W) ->
        if
        :: wire[1 - _pid]!frame((base + k) % M * M + e)
        :: skip                                 /* lost */
        fi;
        k++;
        if
        :: (k > n) -> n = k
        :: (k <= n)
        fi
    :: (k > 0) -> k = 0                         /* the timer: go back */
    :: wire[_pid]?frame(x) ->
        if
        :: (x / M == e) -> e = (e + 1) % M
        :: (x / M != e)
        fi;
        x = (x % M + M - base) % M;             /* how many it acknowledges */
        assert (x <= n);
        n = (n + M - x) % M; base = (base + x) % M;
        if
        :: (k >= x) -> k = (k + M - x) % M
        :: (k < x) -> k = 0
        fi;
        x = 0
    od
}
