import { describe, expect, test } from "vitest";
import { afterExpiryOf } from "./order-price.ts";
import { isReminder, isSuppressedByOrder, RENEWAL_STEPS, renewalStep, STEP_DAYS } from "./renewal-step.ts";

const at = (name: string, ...days: number[]) => days.map((daysLeft) => renewalStep(afterExpiryOf(name), daysLeft));

describe("the renewal step of a domain", () => {
  test("is, before the last day, the latest that has come", () => {
    for (const name of ["duka.co.ke", "duka.com", "duka.nowhere"]) {
      expect(at(name, 400, 61, 60, 31, 30, 16, 15, 2, 1, 0)).toEqual([
        ...[undefined, undefined, "60", "60", "30", "30", "15", "15", "1", "1"],
      ]);
    }
  });

  test("is, under .ke, the last call a week before day 80, when it can no longer be renewed", () => {
    expect(at("duka.co.ke", -14, -15, -72, -73, -80, -81, -400)).toEqual([
      ...["1", "stopped", "stopped", "last", "last", undefined, undefined],
    ]);
  });

  test("is, without a rule in the price list, stopped on the first day and the last call on day 10", () => {
    for (const name of ["duka.com", "duka.nowhere", "nodot"]) {
      expect(at(name, 0, -1, -9, -10, -30, -31)).toEqual(["1", "stopped", "stopped", "last", "last", undefined]);
    }
  });

  test.each(["duka.ke", "duka.com"])("of %s takes each value once, in order, within the days of STEP_DAYS", (name) => {
    const days = Array.from({ length: 300 }, (_, index) => 150 - index);
    const steps = days.map((daysLeft) => renewalStep(afterExpiryOf(name), daysLeft));
    const changes = steps.filter((step, index) => step !== undefined && step !== steps[index - 1]);
    expect(changes).toEqual([...RENEWAL_STEPS]);
    const alive = days.filter((_, index) => steps[index] !== undefined);
    expect([Math.max(...alive) <= STEP_DAYS.before, Math.min(...alive) >= -STEP_DAYS.after]).toEqual([true, true]);
  });
});

test("an order suppresses only the first three steps", () => {
  expect(RENEWAL_STEPS.filter(isSuppressedByOrder)).toEqual(["60", "30", "15"]);
});

test("all but the last two steps can be switched off", () => {
  expect(RENEWAL_STEPS.filter((step) => !isReminder(step))).toEqual(["stopped", "last"]);
});
