import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { listPageSchema, placeParams, placeValue, rangeWords, readPlace } from "./list-page.ts";

const AT = "2026-11-28T07:00:00.123456+00:00";

test("a place comes back from its URL, and anything else is the first page", () => {
  const keys = fc.stringMatching(/^[\w.-]{1,60}$/);
  fc.assert(
    fc.property(keys, fc.boolean(), (key, isBack) => {
      const place = { at: AT, key, isBack };
      expect(readPlace(new URLSearchParams(placeParams(place)), "text")).toEqual(place);
      expect(placeValue(place)).toEqual({ at: AT, key, is_back: isBack });
    }),
  );
  for (const odd of ["", "x", `${AT}~`, `${AT}~a"b`, "2026-13-45T99:00:00Z~a", `after=${AT}`]) {
    expect(readPlace(new URLSearchParams({ after: odd }), "text")).toBeUndefined();
  }
  expect(placeParams(undefined)).toEqual({});
  // The database would refuse to compare it with a key of its kind.
  for (const kind of ["uuid", "number"] as const) {
    expect(readPlace(new URLSearchParams({ after: `${AT}~x1` }), kind)).toBeUndefined();
  }
});

test("a page says which rows it has, and does not claim a count that ended", () => {
  const rows = [{}, {}];
  expect(rangeWords({ rows, total: 2, before: 0 })).toBe("1 to 2 of 2");
  expect(rangeWords({ rows, total: 10_000, before: 9_998 })).toBe("9999 to 10000 of 10000");
  expect(rangeWords({ rows, total: 10_001, before: 50 })).toBe("51 to 52 of more than 10,000");
  expect(rangeWords({ rows, total: 10_001, before: 10_001 })).toBe("2 after the first 10,000");
});

test("a reply has the places of the pages beside it, and one of another shape is refused", () => {
  const schema = listPageSchema(z.object({ name: z.string() }));
  const rows = [
    { name: "A", at: AT, key: 7 },
    { name: "B", at: AT, key: 8 },
  ];
  expect(schema.parse({ rows, total: 9, before: 2, has_next: true })).toEqual({
    rows: [{ name: "A" }, { name: "B" }],
    total: 9,
    before: 2,
    previous: { at: AT, key: "7", isBack: true },
    next: { at: AT, key: "8", isBack: false },
  });
  expect(schema.parse({ rows: [], total: 0, before: 0, has_next: false })).toMatchObject({
    previous: null,
    next: null,
  });
  expect(schema.safeParse({ rows: [{ name: 1 }], total: 1, before: 0, has_next: false }).success).toBe(false);
});
