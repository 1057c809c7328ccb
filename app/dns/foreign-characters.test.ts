import { expect, it } from "vitest";
import { foreignCharacterWarning } from "./check-record.ts";
import { readTxt, txtContent, txtText } from "./txt.ts";

it.each([
  ["v=spf1 \u0430:mail.example.com ~all", "Character 8 of the text, after “v=spf1 ”, is “\u0430” (U+0430)"],
  ["Karibu\u200B dukani, 10 €", "Character 7 of the text, after “Karibu”, cannot be seen (U+200B)"],
  ["€ 10", "Character 1 of the text, at the beginning, is “€” (U+20AC)"],
])("names the first character of %j that is not ASCII", (text, words) => {
  const read = readTxt(text);
  expect(read.ok && txtText(read.value)).toBe(text);
  expect(foreignCharacterWarning({ type: "TXT", content: txtContent(text) })).toContain(words);
});

it("says nothing about plain text", () => {
  expect(foreignCharacterWarning({ type: "TXT", content: txtContent("v=spf1 -all") })).toBe(false);
});

it.each(['v=DKIM1; k=rsa; " "p=MIIB', '"v=DKIM1; k=rsa; " "p=MIIB', "v=DKIM1; k=rsa; ” “p=MIIB"])(
  "joins the strings of %j",
  (typed) => {
    const read = readTxt(typed);
    expect(read.ok && txtText(read.value)).toBe("v=DKIM1; k=rsa; p=MIIB");
  },
);
