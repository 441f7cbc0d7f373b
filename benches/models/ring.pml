/* A ring of N stations that pass messages on to their neighbour. The first K of them ask another station, one question at a
 * time, T different stations in turn; a question goes round to the station it is for, which sends the answer, and that goes on
 * to the station that asked. At most one message of each asking station is in the ring, and K <= N * Q, so it cannot fill up.
 *
 * Sizes, by -D:  N (6): stations; K (4): stations that ask; T (1): different stations that each of them asks (less than N - 1);
 *     Q (3): room in each queue
 *
 *                         states  transitions  bits  SPIN: bytes
 *     K=3 T=1             283644      1173858   216          112
 *     K=3 T=2            1944523      8039349   222          112
 *     K=4 T=1 (default)  4932764     22199978   216          112
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef N
#define N 6
#endif
#ifndef K
#define K 4
#endif
#ifndef T
#define T 1
#endif
#ifndef Q
#define Q 3
#endif

mtype = { ask, answer };
chan ring[N] = [Q] of { mtype, byte };

active [N] proctype station()
{   byte busy, t, x;            /* waits for an answer; whom it asks next; the message passing through: from * N + to */

    do
    :: (_pid < K && busy == 0) -> busy = 1; t = t % T + 1;
        ring[(_pid + 1) % N]!ask(_pid * N + (_pid + 1 + t) % N)
    ::
        if
        :: ring[_pid]?ask(x) ->
            if
            :: (x % N != _pid) -> ring[(_pid + 1) % N]!ask(x)
            :: (x % N == _pid) -> goto pass
            fi
        :: ring[_pid]?answer(x) ->
            if
            :: (x / N == _pid) -> assert (busy == 1); busy = 0
            :: (x / N != _pid) -> pass: ring[(_pid + 1) % N]!answer(x)
            fi
        fi;
        x = 0
    od
}
