/* Go-back-N over a lossy link: a sender with a window of W and W + 1 sequence numbers, a receiver that takes blocks only in
 * order and answers each with the number it expects. Blocks and acknowledgements get lost (the sending is skipped); the
 * timer can go off at any time and makes the sender go back to the oldest block without an acknowledgement. The assertion
 * says that no acknowledgement is for a block that is not out.
 *
 * Sizes, by -D:  W (2): window; Q (5): room in each of the two queues
 *
 *                          states  transitions  bits  SPIN: bytes
 *     W=2 Q=2              182541       415041    31           40
 *     W=2 Q=3              769158      1777029    37           40
 *     W=2 Q=5 (default)   8680524     20369505    49           56
 *     W=2 Q=7            73406070    173662119    61            -
 *
 * (- : measured with argosc only.)
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef W
#define W 2
#endif
#ifndef Q
#define Q 5
#endif
#define M (W + 1)               /* sequence numbers */

mtype = { block, ack };
chan acks = [Q] of { mtype, byte };
chan data = [Q] of { mtype, byte };

active proctype sender()
{   byte base, n, k, a;         /* oldest unacknowledged number; how many are out; next to send, from base; ack */

    do
    :: (k < W) ->
        if
        :: data!block((base + k) % M)
        :: skip                                 /* lost */
        fi;
        k++;
        if
        :: (k > n) -> n = k
        :: (k <= n)
        fi
    :: (k > 0) -> k = 0                         /* the timer: go back */
    :: acks?ack(a) -> a = (a + M - base) % M;   /* how many it acknowledges */
        assert (a <= n);
        n = (n + M - a) % M; base = (base + a) % M;
        if
        :: (k >= a) -> k = (k + M - a) % M
        :: (k < a) -> k = 0
        fi;
        a = 0
    od
}

active proctype receiver()
{   byte r, e;                  /* received, expected */

    do
    :: data?block(r) ->
        if
        :: (r == e) -> e = (e + 1) % M
        :: (r != e)
        fi;
        if
        :: acks!ack(e)
        :: skip                                 /* lost */
        fi;
        r = 0
    od
}
