/* The control protocol of a data switch: a caller, the exchange, the trunk to the other side, and the callee; six queues and
 * 36 different messages. A call is dialled (D digits), rejected, refused or answered; then both ends send data, at most W blocks
 * without an acknowledgement, numbered modulo T, until one of them hangs up. Both sides can clear a call at the same time, also
 * while it is set up, and whatever is still under way then is thrown away.
 *
 * Sizes, by -D:  W (2): blocks of data without an acknowledgement, in each direction; T (2): numbers for data; D (2): digits; Q
 *     (10): room in each queue (2 * W + 3 is enough for no lock)
 *
 *                          states  transitions  bits  SPIN: bytes
 *     W=1 T=2              293995       997455   316          192
 *     W=1 T=4              887983      2995317   349          192
 *     W=2 T=2 (default)   3503137     12471130   318          192
 *     W=3 T=2            43225552    162993956   318            -
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
#ifndef D
#define D 2
#endif
#ifndef Q
#define Q 10
#endif

mtype = { offhook, dialtone, digit, ringback, connect, busy, hangup, a_data, b_data, a_ack, b_ack, silence,
    cleared, setup, alert, answered, reject, x_data, x_ack, t_data, t_ack, t_release, release_ok, release,
    t_release_ok, ring, alerting, refuse, pickup, stop_ring, c_data, c_ack, d_data, d_ack, down, putdown };
chan to_caller = [Q] of { mtype, byte };
chan from_caller = [Q] of { mtype, byte };
chan from_trunk = [Q] of { mtype, byte };
chan from_exchange = [Q] of { mtype, byte };
chan from_callee = [Q] of { mtype, byte };
chan to_callee = [Q] of { mtype, byte };

active proctype caller()
{   byte d, out, n, x;          /* digits dialled; data without an acknowledgement; number of the next data; what comes */

    do
    :: from_caller!offhook(0) -> to_caller?dialtone(x);
        do
        :: (d < D) -> d++;
            if
            :: from_caller!digit(0)
            :: from_caller!digit(1)
            fi
        :: (d == D) -> break
        od;
        d = 0;
        do                                              /* has dialled */
        :: to_caller?ringback(x)
        :: to_caller?connect(x) -> goto talk
        :: to_caller?busy(x) -> goto hang
        :: from_caller!hangup(0) -> goto hung           /* has waited too long */
        od;
        talk:
        do
        :: (out < W) -> out++; from_caller!a_data(n); n = (n + 1) % T
        ::
            if
            :: to_caller?b_data(x) -> from_caller!a_ack(x)
            :: to_caller?b_ack(x) -> assert (out > 0); out--
            fi;
            x = 0
        :: to_caller?silence(x) -> goto hang
        :: from_caller!hangup(0) -> goto hung
        od;
        hang: from_caller!hangup(0);
        hung:
        do
        :: to_caller?ringback(x)
        :: to_caller?connect(x)
        :: to_caller?busy(x)
        :: to_caller?b_data(x)
        :: to_caller?b_ack(x)
        :: to_caller?silence(x)
        :: to_caller?cleared(x) -> break
        od;
        out = 0; n = 0
    od
}

active proctype exchange()
{   byte k, number, x;          /* digits to come; the number they make; what comes */

    do
    :: from_caller?offhook(x) -> k = D; to_caller!dialtone(0);
        do
        :: (k > 0) -> from_caller?digit(x); number = (2 * number + x) % 4; k--; x = 0
        :: (k == 0) -> break
        od;
        from_exchange!setup(number);
        number = 0;
        do                                              /* the trunk calls */
        :: from_trunk?alert(x) -> to_caller!ringback(0)
        :: from_trunk?answered(x) -> to_caller!connect(0); break
        :: from_trunk?reject(x) -> to_caller!busy(0); goto finish
        :: from_caller?hangup(x) -> goto release_trunk
        od;
        do                                              /* through-connected */
        ::
            if
            :: from_caller?a_data(x) -> from_exchange!x_data(x)
            :: from_caller?a_ack(x) -> from_exchange!x_ack(x)
            :: from_trunk?t_data(x) -> to_caller!b_data(x)
            :: from_trunk?t_ack(x) -> to_caller!b_ack(x)
            fi;
            x = 0
        :: from_caller?hangup(x) -> goto release_trunk
        :: from_trunk?t_release(x) -> break
        od;
        from_exchange!release_ok(0);
        to_caller!silence(0);
        finish:
        do                                              /* the caller has to hang up */
        :: from_caller?a_data(x)
        :: from_caller?a_ack(x)
        :: from_caller?hangup(x) -> goto clear
        od;
        release_trunk: from_exchange!release(0);
        do
        :: from_trunk?alert(x)
        :: from_trunk?answered(x)
        :: from_trunk?reject(x)                         /* the two have crossed */
        :: from_trunk?t_data(x)
        :: from_trunk?t_ack(x)
        :: from_trunk?t_release(x)                      /* the two have crossed */
        :: from_trunk?t_release_ok(x) -> break
        od;
        clear: to_caller!cleared(0)
    od
}

active proctype trunk()
{   byte x;

    do
    :: from_exchange?release(x) -> goto confirm         /* has crossed a rejection */
    :: from_exchange?setup(x) ->
        if
        :: from_trunk!reject(x)                         /* no such number, or no line is free */
        :: to_callee!ring(x) -> x = 0;
            do
            :: from_callee?alerting(x) -> from_trunk!alert(0)
            :: from_callee?refuse(x) -> from_trunk!reject(0); goto over
            :: from_callee?pickup(x) -> from_trunk!answered(0); break
            :: from_exchange?release(x) -> to_callee!stop_ring(0); goto release_callee
            od;
            do                                          /* through-connected */
            ::
                if
                :: from_exchange?x_data(x) -> to_callee!c_data(x)
                :: from_exchange?x_ack(x) -> to_callee!c_ack(x)
                :: from_callee?d_data(x) -> from_trunk!t_data(x)
                :: from_callee?d_ack(x) -> from_trunk!t_ack(x)
                fi;
                x = 0
            :: from_exchange?release(x) -> to_callee!down(0); goto release_callee
            :: from_callee?putdown(x) -> break
            od;
            to_callee!down(0);
            from_trunk!t_release(0);
            do
            :: from_exchange?x_data(x)
            :: from_exchange?x_ack(x)
            :: from_exchange?release(x) -> goto confirm /* the two have crossed */
            :: from_exchange?release_ok(x) -> goto over
            od;
            release_callee:
            do
            :: from_callee?alerting(x)
            :: from_callee?pickup(x)
            :: from_callee?refuse(x)
            :: from_callee?d_data(x)
            :: from_callee?d_ack(x)
            :: from_callee?putdown(x) -> break
            od;
            confirm: from_trunk!t_release_ok(0)
        fi;
        over: x = 0
    od
}

active proctype callee()
{   byte out, n, x;

    do
    :: to_callee?stop_ring(x) -> goto quit              /* has crossed a refusal */
    :: to_callee?ring(x) -> from_callee!alerting(0);
        if
        :: from_callee!refuse(0) -> goto rest
        :: to_callee?stop_ring(x) -> goto quit
        :: from_callee!pickup(0)
        fi;
        do
        :: (out < W) -> out++; from_callee!d_data(n); n = (n + 1) % T
        ::
            if
            :: to_callee?c_data(x) -> from_callee!d_ack(x)
            :: to_callee?c_ack(x) -> assert (out > 0); out--
            fi;
            x = 0
        :: to_callee?stop_ring(x) -> goto quit
        :: to_callee?down(x) -> goto quit
        :: from_callee!putdown(0) -> break
        od;
        do
        :: to_callee?c_data(x)
        :: to_callee?c_ack(x)
        :: to_callee?stop_ring(x) -> goto rest
        :: to_callee?down(x) -> goto rest
        od;
        quit: from_callee!putdown(0);
        rest: out = 0; n = 0; x = 0
    od
}
