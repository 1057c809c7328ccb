import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter, forAny } from "../../../tests/arbitraries.ts";
import { growth } from "../../../tests/cpu-time.ts";
import { readZoneFile } from "./read-zone-file.ts";
import { tokenize } from "./tokenize.ts";

const ZONE = "example.com";
const A = "192.0.2.1";

describe("A file is rejected as a whole", () => {
  const rejection = (text: string) => {
    const file = readZoneFile(text, ZONE);
    return file.ok ? "" : file.message;
  };
  const line = (index: number) => `h${index} 60 A ${A}\n`;
  const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join("");

  test("if it has more than 1,000 records", () => {
    expect(readZoneFile(`$TTL 60\n; x\n${lines(1_000)}`, ZONE).ok).toBe(true);
    expect(rejection(lines(1_001))).toMatch(/more than 1,000 records/);
  });

  test.each(["a", '"', ")", "$X", "x MX a b c"])(
    "if it has 255 KB of the invalid line %s, and reading stops after 2,000 lines",
    (broken) => {
      const text = `${broken}\n`.repeat(Math.floor((255 * 1024) / (broken.length + 1)));
      expect(rejection(text)).toMatch(/more than 1,000 records/);
      expect(tokenize(text, 2_000).length).toBeLessThanOrEqual(2_000);
    },
  );

  test("if it has more than 256 KB, regardless of line ends", () => {
    const comment = `; ${"é".repeat(1_000)}\n`;
    const text = `${line(1)}${comment.repeat(131)}`;
    expect(readZoneFile(text, ZONE).ok).toBe(false);
    expect(rejection(text)).toMatch(/257 KB, and at most 256 KB/);
    const full = `${";\n".repeat(131_000)}${line(1)}`;
    expect(readZoneFile(full.replaceAll("\n", "\r\n"), ZONE).ok).toBe(true);
  });

  test.each([
    ["it is not text", `www\0 A ${A}`, /not plain text/],
    ["it is empty", " \n\t", /Paste the lines/],
    ["it has no records", "; nothing\n$TTL 60\n", /no record in this text/],
    [
      "its only line is of another zone",
      `www.example.org. A ${A}`,
      /The line cannot be imported.*not part of example\.com/,
    ],
    ["all its lines are of other zones", `@ SOA a b 1 2 3 4 5\nx.example.org. A ${A}`, /None.*Line 2.*not part of/],
    ["it is HTML", "<html>\n<body>", /None of the lines.*Line 1, <html>/],
  ])("if %s", (_why, text, message) => {
    expect(rejection(text)).toMatch(message);
  });
});

const word = fc.constantFrom(
  ...["www", "@", "IN", "60", "1h", "A", A, "TXT", '"', '"a b"', "(", ")", ";", "\\", "\\052", "\n", "\r\n", " ", "\t"],
  ..."MX|10|mail.example.com.|CNAME|shop.example.net|$TTL|$ORIGIN|SRV|CAA|0 issue x|SOA".split("|"),
  ...["cf_tags=cf-proxied:true", "ttl:auto", "; flattened: ", ".", "\uFEFF", "é", "\u2028", "$INCLUDE x", "[AGE:1]"],
);
const garbage = fc.oneof(
  fc.array(fc.tuple(word, fc.constantFrom(" ", "", "\n")), { maxLength: 60 }).map((all) => all.flat().join("")),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({ unit: "binary-ascii", maxLength: 300 }),
);

test("any file gives valid records of the zone, or skipped lines with a reason", () => {
  forAny([garbage], (text) => {
    const file = readZoneFile(text, ZONE);
    if (!file.ok) expect(file.message).toMatch(/\w/);
    for (const entry of file.ok ? file.value : []) {
      expect(entry.line).toBeGreaterThan(0);
      if (entry.kind === "skipped") expect(entry.reason).toMatch(/\w/);
      else expect(`.${entry.draft.name}`).toMatch(/\.example\.com$/);
    }
  });
});

const PIECES = 'a|(|)|()|"|;| |\n|\\|.|a | A 192.0.2.1\n|a TXT "\n|a A ( 192.0.2.1\n'.split("|");
const ENTRIES = ["a A 192.0.2.1\n", 'a TXT "x" "y"\n', 'TXT "a" ', "$GENERATE 1-9 a A 1\n", "$TTL 1\n", "$ORIGIN a\n"];

test.each([...PIECES, ...ENTRIES])("reading 256 KB of %j takes linear time", (piece) => {
  const { wholeMs, mostMs } = growth(piece.repeat((256 * 1024) / piece.length), (text) => readZoneFile(text, ZONE));
  expect(wholeMs).toBeLessThan(mostMs);
});
