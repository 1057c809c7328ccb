import { expect, test } from "vitest";
import { progressSteps, type Step, upcomingSteps } from "./order-steps.ts";

const promises = { answerTime: "before noon", payment: "Till 12." };
const titles = (steps: Step[]) => steps.map(({ title, state = "to come" }) => `${title}: ${state}`);

test("the steps before ordering say who does what, when, and how to pay, in the agency's words", () => {
  const steps = upcomingSteps({ kind: "register", promises, isByHand: true });
  expect(titles(steps)).toEqual([
    "You order: now",
    "We ask the registry: to come",
    "You pay, and the name is yours: to come",
  ]);
  expect(steps[1]?.text).toContain("before noon");
  expect(steps[2]?.text).toBe("Till 12.");
  expect(upcomingSteps({ kind: "renew", promises, isByHand: true })[1]?.title).toBe("We check it");
  expect(upcomingSteps({ kind: "renew", promises, isByHand: false, isDirect: true })[1]?.title).toBe(
    "We order it straight away",
  );
});

test("a mail says that one pays with its own button, and not by a link that is e-mailed", () => {
  const paidFirst = { kind: "register", promises, isByHand: false, isPaidFirst: true } as const;
  expect(upcomingSteps(paidFirst)[1]?.text).toBe("Now, or later from the link that we e-mail you.");
  expect(upcomingSteps({ ...paidFirst, isInMail: true })[1]?.text).toBe(
    "With the button in this e-mail, now or later.",
  );
});

test.each([
  ["requested", ["Ordered: past", "We check it: now", "Renewed: to come"]],
  ["processing", ["Ordered: past", "Checked: past", "We renew it: now"]],
] as const)("an order that is %s has three steps", (status, expected) => {
  const steps = progressSteps({ kind: "renew", status }, "20 Oct 2026", "21 Oct 2026");
  expect(titles(steps)).toEqual(expected);
  expect(steps[0]?.text).toBe("20 Oct 2026");
  if (status !== "requested") expect(steps.map(({ text }) => text)).toContain("21 Oct 2026");
});
