import { expect, test } from "vitest";
import { readDkimKey } from "./mail/dkim-key.ts";
import { readTypedRecord } from "./pasted-record.ts";

const zone = "fundiwaviatu.co.ke";
const read = (content: string, name = "") => readTypedRecord({ type: "TXT", name, content, ttl: "3600" }, zone);
const stored = (content: string, name?: string) => {
  const reading = read(content, name);
  return reading.ok ? [reading.draft.name, reading.draft.content, reading.draft.ttl] : reading.problems;
};

const VALUES = [
  "google-site-verification=abc",
  "v=spf1 include:_spf.google.com ~all",
  "v=DMARC1; p=none; rua=mailto:a@b.ke",
];

test("a whole line in the text field is split, in any order and with any of its parts missing", () => {
  for (const value of VALUES)
    for (const quotes of [value, `"${value}"`])
      for (const gap of [" ", "\t"])
        for (const [written, name] of [
          ["@", zone],
          [`${zone}.`, zone],
          [zone.toUpperCase(), zone],
          [`a.${zone}.`, `a.${zone}`],
        ] as const) {
          const lines: [string[], number][] = [
            [[written, "TXT", quotes], 3600],
            [[written, "300", "TXT", quotes], 300],
            [[written, "IN", "TXT", quotes], 3600],
            [[written, "300", "IN", "TXT", quotes], 300],
            [["TXT", written, quotes], 3600],
            ...(gap === "\t" ? [[["TXT", written, quotes, "300"], 300] as [string[], number]] : []),
          ];
          for (const [words, ttl] of lines)
            expect(stored(words.join(gap), name), words.join(gap)).toEqual([name, `"${value}"`, ttl]);
        }
});

test("a line without a class is known by the record's own name", () => {
  expect(stored("shop TXT code=1", "shop")).toEqual([`shop.${zone}`, '"code=1"', 3600]);
  expect(stored("hello TXT code=1", "shop")).toEqual([`shop.${zone}`, '"hello TXT code=1"', 3600]);
});

test("a mail text loses the marks of a chat and the backslashes of a zone file", () => {
  for (const emphasis of ["", "*", "`", "'", "_", "```", "**"])
    for (const value of VALUES.slice(1)) {
      const text = value.replaceAll(";", "\\;");
      expect(stored(`${emphasis}${text}${emphasis}`, "mail"), emphasis).toEqual([`mail.${zone}`, `"${value}"`, 3600]);
    }
  expect(stored("_dmarc IN TXT v=DMARC1\\; p=none", "_dmarc")).toEqual([`_dmarc.${zone}`, '"v=DMARC1; p=none"', 3600]);
  expect(stored("a\\;b *c*", "x")).toEqual([`x.${zone}`, '"a\\\\;b *c*"', 3600]);
  const revoked = readDkimKey("v=DKIM1\\; k=rsa\\; p=MIIB");
  expect(revoked).toEqual(readDkimKey("v=DKIM1; k=rsa; p=MIIB"));
});
