/* Two users, two servers, six queues. A user sends its server read and write requests, at most W at a time, numbered modulo T.
 * A server answers a read itself or fetches it from the other server; a write is always stored at the other server, which can
 * refuse both. Each queue is large enough for what can be under way, so that servers do not block each other.
 *
 * Sizes, by -D:  W (2): requests of one user without a reply; T (2): numbers for requests
 *
 *                          states  transitions  bits  SPIN: bytes
 *     W=1 T=4               68672       199656   100          108
 *     W=2 T=1              181793       640104    78          108
 *     W=2 T=2 (default)   4651080     16577584   108          108
 *     W=2 T=3            28514709    101641932   138            -
 *
 * (- : measured with argosc only.)
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef W
#define W 2
#endif
#ifndef T
#define T 2
#endif
#define Q (W + 1)               /* room */

mtype = { read, write, value, done, failed, fetch, store, fetched, refused, stored };
chan request[2] = [Q] of { mtype, byte };   /* from a user to its server */
chan reply[2] = [Q] of { mtype, byte };   /* from a server to its user */
chan peer[2] = [2 * Q] of { mtype, byte };   /* to a server from the other one */

active [2] proctype user()
{   byte out, tag, x;           /* requests without a reply; number of the next request; reply */

    do
    :: (out < W) -> out++; tag = (tag + 1) % T;
        if
        :: request[_pid]!read(tag)
        :: request[_pid]!write(tag)
        fi
    ::
        if
        :: reply[_pid]?value(x)
        :: reply[_pid]?done(x)
        :: reply[_pid]?failed(x)
        fi;
        assert (out > 0);
        out--; x = 0
    od
}

active [2] proctype server()
{   byte x;

    do
    ::
        if
        :: request[(_pid - 2)]?read(x) ->
            if
            :: reply[(_pid - 2)]!value(x)                  /* it is here */
            :: peer[1 - (_pid - 2)]!fetch(x)               /* it is at the other server */
            fi
        :: request[(_pid - 2)]?write(x) -> peer[1 - (_pid - 2)]!store(x)
        :: peer[(_pid - 2)]?fetch(x) ->
            if
            :: peer[1 - (_pid - 2)]!fetched(x)
            :: peer[1 - (_pid - 2)]!refused(x)
            fi
        :: peer[(_pid - 2)]?store(x) ->
            if
            :: peer[1 - (_pid - 2)]!stored(x)
            :: peer[1 - (_pid - 2)]!refused(x)
            fi
        :: peer[(_pid - 2)]?fetched(x) -> reply[(_pid - 2)]!value(x)
        :: peer[(_pid - 2)]?stored(x) -> reply[(_pid - 2)]!done(x)
        :: peer[(_pid - 2)]?refused(x) -> reply[(_pid - 2)]!failed(x)
        fi;
        x = 0
    od
}
