import { expect, test } from "vitest";
import { isLookAlike } from "./look-alike.ts";

/** Our own vectors, by the rules of Unicode Technical Standard 39 and of browsers. */
test.each([
  ["аррӏе", "Cyrillic letters that look Latin, one and all"],
  ["раураӏ", "the same, of another name"],
  ["аррӏе2", "with a digit"],
  ["аррӏе-іе", "with a hyphen"],
  ["оо", "two round letters"],
  ["pаypal", "one Cyrillic letter among Latin ones"],
  ["gооgle", "two"],
  ["ρaypal", "one Greek letter among Latin ones"],
  ["νικ", "Greek letters that look Latin"],
  ["αβв", "Greek and Cyrillic"],
  ["safaricօm", "one Armenian letter among Latin ones"],
  ["ոսօ", "Armenian letters that look Latin"],
  ["ძხ", "Georgian ones"],
  ["ןס", "Hebrew ones"],
  ["੦੧", "digits of another script that look like letters"],
  ["paypɑl", "a letter of phonetics"],
  ["gooɡle", "another"],
  ["wıkipedia", "a dotless i"],
  ["exampleノcom", "a Japanese stroke that looks like a slash"],
  ["exampleー", "one that looks like a dash"],
  ["a\u0338pple", "a stroke through a letter"],
  ["кафе\u0301\u0301", "one mark twice"],
  ["\u0301кафе", "a mark on nothing"],
  ["12٣", "two kinds of digits"],
  ["日本к", "Chinese and Cyrillic"],
  ["ꭰꮃ", "a script that is not in modern use"],
])("reports %s as a look-alike: %s", (label) => {
  expect(isLookAlike(label)).toBe(true);
});

test.each([
  ...["njeri", "_dmarc", "*", "", "kahawaé", "münchen", "straße", "gĩkũyũ", "ɗan-hausa", "ngɔ", "tiếng-việt", "łódź"],
  ...["smørrebrød", "москва", "київ", "кафе2", "ελλάδα", "موقع", "ישראל", "भारत", "বাংলা", "ኢትዮጵያ", "ประเทศไทย"],
  ...[
    ...["日本", "日本語", "ひらがなカタカナ", "コーヒー", "ノート", "shop日本"],
    ...["한국", "sony한국", "中文abc", "գիրք", "საქართველო"],
  ],
])("accepts the label %s", (label) => {
  expect(isLookAlike(label)).toBe(false);
});
