/** Scripts in modern use, by ISO 15924 code. Unicode Standard Annex 31, table 5. */
const SCRIPTS =
  "Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt";

/** Scripts that may be mixed with Latin: Unicode Technical Standard 39, section 5.2, "Highly Restrictive". */
const WITH_LATIN = ["Hani Hira Kana", "Hani Bopo", "Hani Hang"];

/**
 * Latin letters beyond ASCII that names use: accented letters and some of African languages. Not the dotless i and phonetic
 * letters, which are used to imitate other letters.
 */
const LATIN =
  "\\u00df-\\u00f6\\u00f8-\\u0130\\u0132-\\u017e\\u01cd-\\u01dc\\u0199\\u01a1\\u01b0\\u0218-\\u021b\\u0253\\u0254\\u0256\\u0257\\u025b\\u0272\\u1e00-\\u1eff";

/**
 * Letters of other scripts that look like Latin letters or digits. From "Internationalized Domain Names (IDN) in Google
 * Chrome", whole-script confusables: Cyrillic, Greek, Armenian, Georgian, Hebrew, Ethiopic, Thai, Indian and Burmese.
 */
const ALIKE =
  "аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ" +
  "αικνρυωηοτ" +
  "ագզէլհյոսւօՙ" +
  "იოყძხჽჿ" +
  "דוחיןסװײ׳" +
  "ሀሠሰስበነተከዐዕዘጠፐꬅ" +
  "ทนบพรหเแ๐ดลปฟม" +
  "০৭ऽ०ॱડટ૦૧੦੧ಽ೦೧ടഠധനറ൦ଠ୦୮டப௦౦౧" +
  "ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗";

/** Japanese letters that look like a slash or a dash unless they stand beside other Japanese letters. */
const STROKES = "ノンソゾー丶丿";

type Rules = { allowed: RegExp[]; alike: RegExp; strokes: RegExp; marks: RegExp; otherDigits: RegExp };
let rules: Rules | undefined;

/**
 * Returns whether a label (the part between two dots, lower case, in Unicode) could be confused with another: it mixes scripts
 * that are not written together, consists only of non-Latin letters that look Latin, or has misplaced combining marks. The
 * rules are those of browsers, without the comparison with well-known names. Source: docs/product/domains.md, "Names that look
 * like others".
 */
export function isLookAlike(label: string): boolean {
  if (/^[a-z0-9_*-]*$/.test(label)) return false;
  rules ??= makeRules();
  const { allowed, alike, strokes, marks, otherDigits } = rules;
  return (
    !allowed.some((script) => script.test(label)) ||
    [alike, strokes, marks].some((pattern) => pattern.test(label)) ||
    (/[0-9]/.test(label) && otherDigits.test(label))
  );
}

/** Compiled at the first use: few names need them. */
function makeRules(): Rules {
  const made = (letters: string) => new RegExp(`^[${letters}a-z0-9_*-]+$`, "u");
  const of = (codes: string) => codes.replace(/\w+ ?/g, (code) => `\\p{scx=${code.trim()}}`);
  const kana = "[\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hani}ー]";
  return {
    allowed: [
      made(LATIN),
      ...SCRIPTS.split(" ").map((code) => new RegExp(`^[${of(code)}0-9_*-]+$`, "u")),
      ...WITH_LATIN.map((codes) => made(of(codes))),
    ],
    alike: new RegExp(`^[${ALIKE}0-9_*-]+$`, "u"),
    strokes: new RegExp(`(?<!${kana})[${STROKES}]+(?!${kana})`, "u"),
    // A combining mark at the beginning, repeated, or four in a row.
    marks: /^\p{Mn}|(\p{Mn})\1|\p{Mn}{4}/u,
    otherDigits: /(?![0-9])\p{Nd}/u,
  };
}
