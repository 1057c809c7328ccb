import fc from "fast-check";
import { expect, test } from "vitest";
import { syncStep } from "./sync-step.ts";

const day = (days: number) => new Date(Date.UTC(2026, 10, 28, 9) + days * 86_400_000).toISOString();
const ours = (status = "active", isKnown = true) => ({
  id: "1",
  name: "duka.com",
  status,
  expiryDate: day(0),
  isKnown,
});

test.each([
  ["active", "ACTIVE", 1, { later: day(1), differs: null }],
  ["active", "ACTIVE", 0, { later: null, differs: null }],
  ["active", "ACTIVE", -1, { later: null, differs: null }],
  ["active", "ACTIVE", -2, { later: null, differs: { expires: day(-2) } }],
  ["active", "EXPIRED", 400, { later: null, differs: { status: "EXPIRED" } }],
  ["on hold", "ACTIVE", 1, { later: day(1), differs: null }],
  ["moving", "PENDING_TRANSFER", 9, { later: null, differs: null }],
])("a name that is %s here and %s there with %i days more is found", (status, listed, days, step) => {
  expect(syncStep(ours(status), { status: listed, expires: day(days) })).toEqual({ kind: "found", ...step });
});

test("a transfer has arrived when the provider says active with a day", () => {
  expect(syncStep(ours("moving"), { status: "ACTIVE", expires: day(-5) })).toEqual({
    kind: "arrived",
    lastDay: day(-5),
  });
  for (const expires of [undefined, "soon"]) {
    expect(syncStep(ours("moving"), { status: "ACTIVE", expires })).toMatchObject({ kind: "found", later: null });
  }
});

test("only a name that the list had before is missing", () => {
  expect(syncStep(ours(), undefined)).toEqual({ kind: "missing" });
  expect(syncStep(ours("active", false), undefined)).toEqual({ kind: "unknown" });
  expect(syncStep(ours("moving"), undefined)).toEqual({ kind: "unknown" });
});

test("no list makes an active name end earlier", () => {
  const listed = fc.record({
    status: fc.oneof(fc.constantFrom("ACTIVE", "CANCELLED"), fc.string()),
    expires: fc.option(fc.oneof(fc.integer({ min: -4000, max: 4000 }).map(day), fc.string()), { nil: undefined }),
  });
  fc.assert(
    fc.property(listed, fc.constantFrom("active", "on hold", "suspended"), (there, status) => {
      const step = syncStep(ours(status), there);
      expect(step.kind).toBe("found");
      if (step.kind === "found" && step.later !== null)
        expect(Date.parse(step.later)).toBeGreaterThan(Date.parse(day(0)));
    }),
  );
});
