/* Two-phase commit, one transaction after the other: a coordinator asks N participants for their votes (yes, no, read only)
 * and decides when it has them all, when one says no, or when its timer goes off, which can be at any time. A participant whose
 * vote was read only, or no, is left out of the second phase if that is known. Votes that come too late are ignored. The
 * assertion says that a participant commits only what was decided so.
 *
 * Sizes, by -D:  N (4): participants; Q (N): room in the queue of the coordinator
 *
 *                         states  transitions  bits  SPIN: bytes
 *     N=3 Q=N              60764       159850    66           84
 *     N=4 Q=2             328946      1016084    70          100
 *     N=4 Q=N (default)  2397092      7222694    80          108
 * SPIN (spin -o1 -o2 -o3 -a; -DNOREDUCE -DSAFETY) stores the same states and counts one transition more, the initial one.
 */
#ifndef N
#define N 4
#endif
#ifndef Q
#define Q N
#endif

mtype = { prepare, no, read_only, yes, commit, abort, ack };
chan to[N] = [2] of { mtype };   /* from the coordinator to participant i */
byte decision;                  /* for the assertion: 1 commit, 2 abort */
chan votes = [Q] of { mtype, byte };

active [N] proctype participant()
{
    do
    :: to[_pid]?prepare ->
        if
        :: votes!no(_pid)
        :: votes!read_only(_pid)
        :: votes!yes(_pid) ->
            if
            :: to[_pid]?commit -> assert (decision == 1)
            :: to[_pid]?abort
            fi;
            done: votes!ack(_pid)
        fi
    :: to[_pid]?abort -> goto done           /* the decision did not wait for its vote */
    od
}

active proctype coordinator()
{   byte i, x, missing;
    byte out[N];                /* needs no decision */

    do
    :: (i < N) -> to[i]!prepare; i++; missing++
    :: (i == N) -> decision = 1;
        do
        :: votes?yes(x) -> missing--
        :: votes?read_only(x) -> missing--; out[x] = 1
        :: votes?no(x) -> out[x] = 1; break
        :: (missing > 0) -> break               /* the timer */
        :: (missing == 0) -> goto decided
        od;
        decision = 2;
        decided: missing = 0; x = 0; i = 0;
        do
        :: (i < N && out[i] == 1) -> out[i] = 0; i++
        ::
            if
            :: (i < N && out[i] == 0 && decision == 1) -> to[i]!commit
            :: (i < N && out[i] == 0 && decision == 2) -> to[i]!abort
            fi;
            i++; missing++
        :: (i == N && missing > 0) ->
            if
            :: votes?ack(x) -> missing--
            :: votes?yes(x)                     /* too late */
            :: votes?no(x)
            :: votes?read_only(x)
            fi
        :: (i == N && missing == 0) -> break
        od;
        decision = 0; x = 0; i = 0
    od
}
