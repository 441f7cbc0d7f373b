/* Selective repeat over a lossy link: the receiver keeps blocks that come out of order and acknowledges each one by its
 * number; the sender goes through its window of W again and again and repeats what is not acknowledged. There are 2 * W
 * sequence numbers. Blocks and acknowledgements get lost.
 *
 * Sizes, by -D:  W (2): window; Q (2): room in each of the two queues
 *
 *                          states  transitions  bits  SPIN: bytes
 *     W=1 Q=4               82348       194716    33           64
 *     W=2 Q=1              802296      1808012    33           52
 *     W=2 Q=2 (default)   6981456     16129672    39           52
 *     W=2 Q=3            44861660    104548564    45            -
 *
 * (- : measured with argosc only.)
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef W
#define W 2
#endif
#ifndef Q
#define Q 2
#endif
#define M (2 * W)               /* sequence numbers */

mtype = { frame, ack };
chan acks = [Q] of { mtype, byte };
chan data = [Q] of { mtype, byte };

active proctype sender()
{   byte base, n, k, a;         /* oldest unacknowledged number; how many are out; next to look at, from base; ack */
    byte acked[M];

    do
    :: (k < n && acked[(base + k) % M] == 0) ->
        if
        :: data!frame((base + k) % M)
        :: skip                                         /* lost */
        fi;
        next: k++
    :: (k < n && acked[(base + k) % M] == 1) -> goto next
    :: (k == n && n < W) -> n++                         /* a new one */
    :: (k > 0) -> k = 0
    :: acks?ack(a) ->
        if
        :: ((a + M - base) % M < n) -> acked[a] = 1
        :: ((a + M - base) % M >= n)                    /* an old one */
        fi;
        a = 0
    :: (n > 0 && acked[base] == 1) ->                   /* the window moves */
        acked[base] = 0; base = (base + 1) % M; n--;
        if
        :: (k > 0) -> k--
        :: (k == 0)
        fi
    od
}

active proctype receiver()
{   byte e, r;                  /* oldest number not yet received; what comes */
    byte got[M];

    do
    :: data?frame(r) ->
        if
        :: ((r + M - e) % M < W) -> got[r] = 1; confirm: acks!ack(r)
        :: ((r + M - e) % M < W) -> got[r] = 1          /* the acknowledgement gets lost */
        :: ((r + M - e) % M >= W) -> goto confirm          /* it has come before */
        fi;
        r = 0
    :: (got[e] == 1) -> got[e] = 0; e = (e + 1) % M     /* delivered */
    od
}
