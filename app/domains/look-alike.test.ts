import { expect, test } from "vitest";
import { grouped } from "../../tests/grouped.ts";
import { isLookAlike } from "./look-alike.ts";

// Our own examples of the rules of Unicode Technical Standard 39 and of browsers.
test.each(
  grouped([
    ["Cyrillic letters that look Latin", "аррӏе", "аррӏе2", "аррӏе-іе", "оо"],
    ["a letter of another script among Latin ones", "pаypal", "ρaypal", "safaricօm"],
    ["Greek, Armenian, Georgian or Hebrew letters that look Latin", "νικ", "ոսօ", "ძხ", "ןס"],
    ["Greek and Cyrillic", "αβв"],
    ["Chinese and Cyrillic", "日本к"],
    ["digits of another script that look like letters", "੦੧"],
    ["two kinds of digits", "12٣"],
    ["a phonetic letter", "paypɑl", "gooɡle"],
    ["a dotless i", "wıkipedia"],
    ["a Japanese stroke that looks like a slash or a dash", "exampleノcom", "exampleー"],
    ["a stroke through a letter", "a\u0338pple"],
    ["a mark twice", "кафе\u0301\u0301"],
    ["a mark without a letter", "\u0301кафе"],
    ["a script that is not in modern use", "ꭰꮃ"],
  ]),
)("reports %s as a look-alike: %s", (label) => {
  expect(isLookAlike(label)).toBe(true);
});

test.each([
  ...["njeri", "_dmarc", "*", "", "kahawaé", "straße", "gĩkũyũ", "ɗan-hausa", "ngɔ", "tiếng-việt", "łódź"],
  ...["москва", "київ", "кафе2", "ελλάδα", "موقع", "ישראל", "भारत", "বাংলা", "ኢትዮጵያ", "ประเทศไทย", "գիրք"],
  ...["日本語", "ひらがなカタカナ", "コーヒー", "ノート", "shop日本", "한국", "sony한국", "中文abc", "საქართველო"],
])("accepts the label %s", (label) => {
  expect(isLookAlike(label)).toBe(false);
});
