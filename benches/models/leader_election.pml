/* Election of a leader in a ring of N nodes that send one way (Dolev, Klawe and Rodeh; Peterson): in each round an active node
 * sends the number it stands for and learns those of its two active neighbours to the right; it stays active, and takes over the
 * nearer number, if that is the largest of the three; otherwise it only relays. Low and high numbers alternate in the ring.
 * When all know the winner, the system is at rest. The assertion says that there is only one leader. Arrays of processes and
 * of queues.
 *
 * Sizes, by -D:  N (8): nodes; Q (2): room in each queue
 *
 *                      states  transitions  bits  SPIN: bytes
 *     N=6              100718       469757   190          112
 *     N=7              605186      3308195   219          128
 *     N=8 (default)   4613478     28766415   264          144
 *     N=9            27950006    196510859   322            -
 *
 * (- : measured with argosc only.)
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef N
#define N 8
#endif
#ifndef Q
#define Q 2
#endif

mtype = { one, two, winner };
chan link[N] = [Q] of { mtype, byte };
byte leaders;

active [N] proctype node()
{   byte number = _pid % 2 * N + _pid + 1;        /* the number this node stands for: low, high, low, ... */
    byte other, best;           /* what it got */

    do                                                  /* active */
    :: link[(_pid + 1) % N]!one(number) -> link[_pid]?one(other);
        if
        :: (other != number) -> link[(_pid + 1) % N]!two(other); best = other;
            link[_pid]?two(other);
            if
            :: (best > other && best > number) -> number = best
            :: (best <= other || best <= number) -> break
            fi
        :: (other == number) -> goto won
        fi
    od;
    do                                                  /* a relay */
    :: link[_pid]?one(other) -> link[(_pid + 1) % N]!one(other)
    :: link[_pid]?two(other) -> link[(_pid + 1) % N]!two(other)
    :: link[_pid]?winner(other) -> link[(_pid + 1) % N]!winner(other); goto end_all
    od;
    won: leaders++;
    assert (leaders == 1);
    link[(_pid + 1) % N]!winner(number);
    link[_pid]?winner(other);
    end_all: link[_pid]?winner(other)
}
