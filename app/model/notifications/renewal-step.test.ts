import { describe, expect, test } from "vitest";
import { isEarly, isReminder, RENEWAL_STEPS, renewalStep, STEP_DAYS } from "./renewal-step.ts";

const at = (name: string, ...days: number[]) => days.map((daysLeft) => renewalStep(name, daysLeft));

describe("the step that a domain is at", () => {
  test("before its last day is the nearest that has come", () => {
    for (const name of ["duka.co.ke", "duka.com", "duka.nowhere"]) {
      expect(at(name, 400, 61, 60, 31, 30, 16, 15, 2, 1, 0)).toEqual([
        ...[undefined, undefined, "60", "60", "30", "30", "15", "15", "1", "1"],
      ]);
    }
  });

  test("under .ke it works fourteen days more, and can be renewed until day 80: the last call comes a week before", () => {
    expect(at("duka.co.ke", -14, -15, -72, -73, -80, -81, -400)).toEqual([
      ...["1", "stopped", "stopped", "last", "last", undefined, undefined],
    ]);
  });

  test("where the price list has no rule it may stop on the first day, and the last call comes early", () => {
    for (const name of ["duka.com", "duka.nowhere", "nodot"]) {
      expect(at(name, 0, -1, -9, -10, -30, -31)).toEqual(["1", "stopped", "stopped", "last", "last", undefined]);
    }
  });

  test.each(["duka.ke", "duka.com"])(
    "of %s each step comes once, in its order, within the days that are looked at",
    (name) => {
      const days = Array.from({ length: 300 }, (_, index) => 150 - index);
      const steps = days.map((daysLeft) => renewalStep(name, daysLeft));
      const changes = steps.filter((step, index) => step !== undefined && step !== steps[index - 1]);
      expect(changes).toEqual([...RENEWAL_STEPS]);
      const alive = days.filter((_, index) => steps[index] !== undefined);
      expect([Math.max(...alive) <= STEP_DAYS.before, Math.min(...alive) >= -STEP_DAYS.after]).toEqual([true, true]);
    },
  );
});

test("an order holds back the first three only", () => {
  expect(RENEWAL_STEPS.filter(isEarly)).toEqual(["60", "30", "15"]);
});

test("all but the last two have a switch", () => {
  expect(RENEWAL_STEPS.filter((step) => !isReminder(step))).toEqual(["stopped", "last"]);
});
