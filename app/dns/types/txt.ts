import { shortened } from "#app/dns/sentence-part.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { open, plain, strong } from "../sentence-part.ts";
import { contentOfBytes, hasOddQuote, readTxt, txtBytes, txtText, txtTyped } from "../txt.ts";
import type { Token } from "../zone-file/tokenize.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

/** RFC 1035, section 3.3.14. `../txt.ts` handles quoting. */
export const TXT: RecordType<"content"> = {
  type: "TXT",
  code: RECORD_CODES.TXT,
  label: "TXT: text",
  fields: [
    textField(
      "content",
      "Text",
      "As you were given it. Quotation marks are not needed.",
      "v=spf1 include:_spf.google.com ~all",
    ),
  ],
  mainField: "content",
  fromForm: ({ content = "" }, unwrap) => ({ content: unwrap("content", readTxt(content), "") }),
  toForm: ({ content }) => ({ content: txtTyped(content) }),
  sentence({ content }, name) {
    const text = readTxt(content);
    const words = text.ok
      ? strong(shortened(txtText(text.value)))
      : open("Type the text above to see what this record will say.");
    return [name, plain(" will carry the text "), words];
  },
  toText: txtText,
  canonical: ({ content }) => txtBytes(content),
  warnings: ({ content }) => [
    hasOddQuote(txtText(content)) &&
      "There is one quotation mark without its partner, and it becomes part of the text. If it is only left over from copying, remove it.",
  ],
  file: {
    fields: ["content"],
    example: 'A text comes after TXT, in quotation marks: "v=spf1 -all"',
    texts: ["content"],
    read: readWords,
    write: ({ content }) => contentOfBytes(txtBytes(content)),
  },
};

/** Unquoted words become one text. Other servers read each word as a string and drop the spaces. */
function readWords(words: readonly Token[]): Parsed<{ typed: { content: string }; asOneText?: boolean }> {
  if (words.length === 0) return invalid(TXT.file.example);
  if (words.length === 1 || words.some(({ isQuoted }) => isQuoted))
    return valid({ typed: { content: words.map(({ raw }) => `"${raw}"`).join(" ") } });
  return valid({ typed: { content: `"${words.map(({ raw }) => raw).join(" ")}"` }, asOneText: true });
}
