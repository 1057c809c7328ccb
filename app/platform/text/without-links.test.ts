import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutLinks } from "./without-links.ts";

test.each([
  ["St.Mary's Girls, Nakuru", "St. Mary's Girls, Nakuru"],
  ["P.C.E.A. Kikuyu", "P. C. E. A. Kikuyu"],
  ["Moi High School (Kabarak)", "Moi High School (Kabarak)"],
  ["Ng’ang’a & Sons", "Ng’ang’a & Sons"],
  ["Shule ya Msingi – No. 5", "Shule ya Msingi – No. 5"],
  ["Boys/Girls Primary", "Boys/Girls Primary"],
  ["Win at https://evil.example/x now", "Win at now"],
  ["Win at evil.example now", "Win at evil. example now"],
  ["evil.example/x?y", ""],
  ["evil.example:8080", ""],
  ["(www.evil.example)", ""],
  ["write to a@evil.example", "write to"],
  ["mailto:a", ""],
  ["evil。example/a and evil．example", "and evil. example"],
  ["a＠evil.example ｗｗｗ.evil.example", ""],
  ["hello\r\nBcc: all\tevil", "hello Bcc: all evil"],
  ["x".repeat(300), "x".repeat(200)],
])("%j becomes %j", (typed, expected) => {
  expect(withoutLinks(typed)).toBe(expected);
});

test("removes every scheme, e-mail address and dot inside a word from any typed text (property)", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "https://",
      "www.",
      ".",
      "。",
      "．",
      "@",
      "/",
      ":",
      "evil",
      "com",
      " ",
      "\n",
      "\u00ad",
      "\u200b",
      "'",
      '"',
      "<",
    ),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  );
  const typed = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(typed, (text) => {
      const line = withoutLinks(text);
      expect(line).not.toMatch(/:\/|@|\.[\p{L}\p{N}]|[\r\n\t\u3002\uff0e\uff20]/u);
      expect([...line].length).toBeLessThanOrEqual(200);
      expect(withoutLinks(line)).toBe(line);
    }),
    { seed: 55, numRuns: 500 },
  );
});
