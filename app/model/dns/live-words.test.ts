import { describe, expect, test } from "vitest";
import { firstValues, resolverReport, untilText, type Verdict } from "./live.ts";

/** 14:00:30 in Nairobi. */
const NOW = new Date("2026-11-21T11:00:30Z");
const at = (time: string) => Date.parse(`2026-11-${time}Z`);

test.each([
  ["21T11:05:00", "14:05"],
  ["21T11:04:01", "14:05"],
  ["21T11:00:31", "14:01"],
  ["21T10:00:00", "14:01"],
  ["21T20:59:59", "00:00 tomorrow"],
  ["22T11:05:00", "14:05 tomorrow"],
  ["24T11:05:00", "14:05 on 24 Nov 2026"],
])("a time of %s UTC is shown as %s", (time, words) => {
  expect(untilText(at(time), NOW)).toBe(words);
});

describe("A verdict has a word, a status and a sentence", () => {
  const until = at("21T11:05:00");
  test.each<[Verdict, string, string, RegExp]>([
    [{ kind: "live" }, "ok", "Live", /^$/],
    [{ kind: "cdn" }, "ok", "Live", /^$/],
    [{ kind: "flattened", seen: ["192.0.2.1"] }, "ok", "Live", /192\.0\.2\.1/],
    [
      { kind: "extra", seen: ["192.0.2.1"], until },
      "warn",
      "Old value too",
      /also gives 192\.0\.2\.1, until 14:05 at the latest\.$/,
    ],
    [
      { kind: "old", seen: ["192.0.2.1"], until },
      "warn",
      "Old value",
      /still gives 192\.0\.2\.1, until 14:05 at the latest\.$/,
    ],
    [{ kind: "old", seen: ["192.0.2.1"], until: null }, "warn", "Old value", /gives 192\.0\.2\.1\.$/],
    [{ kind: "none", until }, "warn", "Not seen", /nothing yet, until 14:05 at the latest\.$/],
    [{ kind: "none", until: null }, "warn", "Not seen", /nothing yet\.$/],
    [{ kind: "elsewhere", isSame: true, seen: ["a"] }, "neutral", "Same value", /Other name servers/],
    [{ kind: "elsewhere", isSame: false, seen: ["a"] }, "neutral", "Not here", /Other name servers answer: a\.$/],
    [{ kind: "elsewhere", isSame: false, seen: [] }, "neutral", "Not here", /have nothing/],
    [{ kind: "failed" }, "bad", "No answer", /no answer/],
    [{ kind: "unknown" }, "neutral", "Not asked", /could not be asked/],
  ])("for %o", (verdict, status, word, text) => {
    expect(resolverReport(verdict, NOW)).toEqual({ status, word, text: expect.stringMatching(text) });
  });
});

test("lists the first three values and counts the others", () => {
  expect(firstValues(["a"])).toBe("a");
  expect(firstValues(["a", "b", "c"])).toBe("a, b, c");
  expect(firstValues(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
});
