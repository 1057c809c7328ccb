/** What may happen to bills, for tests with random schedules. */
import fc from "fast-check";

/** The prices of the bills. */
export const PRICES = [1500, 400, 6000];
export const MAX_KILL = 25;

const at = fc.nat(PRICES.length - 1);
const of = fc.constantFrom;
const at01 = fc.nat(1);
const reports = fc.integer({ min: 0, max: 2 });
const press = fc.record({
  kind: fc.constant("press" as const),
  bill: at,
  ask: of("ok", "ok", "ok", "refused", "lost", "lost before"),
  times: fc.integer({ min: 1, max: 3 }),
});
const answer = fc.record({
  kind: fc.constant("answer" as const),
  bill: at,
  end: of("paid", "paid", "paid less", "refused"),
  told: of("true" as const, "true" as const, "silent" as const, "open" as const, "opposite" as const),
  reports,
});
const late = fc.record({ kind: fc.constant("late report" as const), bill: at, forged: fc.boolean() });
const paybill = fc.record({
  kind: fc.constant("pay bill" as const),
  bill: at,
  amount: of(100, 500, 1600, 6100, 7000),
  named: of("right" as const, "right" as const, "wrong" as const, "none" as const),
  reports,
});
/** Each number is a process and the calls of the database until it is killed. */
const run = fc.record({
  kind: fc.constant("run" as const),
  bill: at,
  kills: fc.array(fc.integer({ min: 0, max: MAX_KILL }), { minLength: 1, maxLength: 2 }),
  after: fc.boolean(),
});
const passing = fc.record({ kind: fc.constant("pass" as const), bill: at, seconds: of(5, 30, 125, 700, 4000) });
/** What a member of staff does with one of the payments that are open, or with the bill. */
const staff = fc.record({
  kind: fc.constant("staff" as const),
  bill: at,
  act: of(
    "confirm",
    "confirm",
    "match",
    "alone",
    "return",
    "withdraw",
    "void",
    "void",
    "refund",
    "refund",
    "surplus",
    "see twice",
  ),
  who: at01,
  pick: fc.nat(9),
  isPart: fc.boolean(),
});
/**
 * Staff type a payment, with its amount or a wrong one. M-PESA reports its own payments before, afterwards or never. `isFalse`:
 * there is no such money.
 */
const enter = fc.record({
  kind: fc.constant("enter" as const),
  bill: at,
  way: of("mpesa" as const, "mpesa" as const, "bank" as const, "cash" as const, "cheque" as const),
  amount: of(100, 500, 1600, 6100, 7000),
  isWrong: of(false, false, false, true),
  isFalse: of(false, false, false, false, false, true),
  named: of("right" as const, "right" as const, "none" as const),
  who: at01,
  reports,
});
/**
 * Staff close orders that nobody has begun: one or all orders of a bill as not done, or those of a paid bill as done. Or the
 * customer cancels an order, or changes its years and so its price.
 */
const end = fc.record({
  kind: fc.constant("end" as const),
  bill: at,
  how: of("one fails", "one fails", "all fail", "done", "cancel", "cancel", "years", "years"),
  pick: fc.nat(9),
});
/**
 * What a bill owes is kept as credit by the customer or by staff, or asked back, or credit is used: by one press, by two, or
 * by presses of both buttons or for two bills at once.
 */
const credit = fc.record({
  kind: fc.constant("credit" as const),
  bill: at,
  act: of("keep", "keep", "staff keep", "back", "keep and back", "use", "use", "use twice", "use on two"),
  who: at01,
});
/**
 * Staff correct an order: they reopen one that ended, by one press, by two people at once, or while its money is kept or paid
 * back, and may release it; or they change the price of one, also twice at once.
 */
const correct = fc.record({
  kind: fc.constant("correct" as const),
  bill: at,
  act: of(
    "reopen",
    "reopen",
    "reopen twice",
    "reopen by two",
    "reopen and keep",
    "reopen and refund",
    "reprice",
    "reprice by two",
    "reprice shared",
  ),
  who: at01,
  pick: fc.nat(9),
  isReleased: fc.boolean(),
});
const event = fc.oneof(
  { weight: 4, arbitrary: press },
  { weight: 5, arbitrary: answer },
  { weight: 2, arbitrary: late },
  { weight: 2, arbitrary: paybill },
  { weight: 5, arbitrary: run },
  { weight: 3, arbitrary: passing },
  { weight: 8, arbitrary: staff },
  { weight: 4, arbitrary: enter },
  { weight: 2, arbitrary: end },
  { weight: 5, arbitrary: credit },
  { weight: 5, arbitrary: correct },
);
export type PaymentEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;
export const schedule = fc.record({ hasPull: fc.boolean(), events: fc.array(event, { minLength: 15, maxLength: 45 }) });
