/** What may happen to bills, for tests with random schedules. */
import fc from "fast-check";

/** The prices of the bills. */
export const PRICES = [1500, 400, 6000];
export const MAX_KILL = 25;

const at = fc.nat(PRICES.length - 1);
const of = fc.constantFrom;
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
  amount: of(100, 400, 1500, 7000),
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
const staff = fc.record({
  kind: fc.constant("staff" as const),
  bill: at,
  act: of("match" as const, "confirm" as const, "return" as const, "withdraw" as const),
});
/** Staff type a payment that M-PESA reports before, after or never, with its amount or another one. */
const enter = fc.record({
  kind: fc.constant("enter" as const),
  bill: at,
  amount: of(100, 400, 1500, 7000),
  isWrong: fc.boolean(),
  named: of("right" as const, "none" as const),
  reports,
});
const fail = fc.record({ kind: fc.constant("fail" as const), bill: at });
const event = fc.oneof(
  { weight: 4, arbitrary: press },
  { weight: 5, arbitrary: answer },
  { weight: 2, arbitrary: late },
  { weight: 2, arbitrary: paybill },
  { weight: 5, arbitrary: run },
  { weight: 3, arbitrary: passing },
  { weight: 2, arbitrary: staff },
  { weight: 2, arbitrary: enter },
  { weight: 2, arbitrary: fail },
);
export type PaymentEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;
export const schedule = fc.record({ hasPull: fc.boolean(), events: fc.array(event, { minLength: 12, maxLength: 30 }) });
