const SIZE = 50_000;

/** Repeats a piece, up to 50,000 characters by default. */
const repeat = (piece: string, times = Math.floor(SIZE / piece.length)) => piece.repeat(times);
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

/**
 * Texts of up to 50,000 characters that take some Markdown parsers minutes, by name. Most are CommonMark's "pathological
 * tests".
 */
export const PATHOLOGICAL_TEXTS: Record<string, string> = {
  "opening brackets": repeat("["),
  "unclosed links": repeat("[a](b"),
  "unclosed titles": repeat('[a](b "c'),
  "pictures in pictures": repeat("![[]()"),
  "brackets in brackets": `${"[".repeat(12_500)}a${"](x)".repeat(6_000)}`,
  "pictures around a word": `${"![".repeat(12_000)}a${"](x)".repeat(6_000)}`,
  parentheses: `[a](${repeat("(")}`,
  "quotes in quotes, 50,000 deep": repeat(">"),
  "ever deeper quotes": lines(300, (depth) => `${">".repeat(depth)} a`),
  "lists on one line": repeat("1. "),
  "ever deeper lists": lines(220, (depth) => `${"  ".repeat(depth)}- a`),
  "lists in quotes": repeat("- > "),
  "an item of many lines": `- ${repeat("a\n")}`,
  "ever deeper strong text in emphasis": repeat("*a **a "),
  "strong text that is closed late": `${"**a ".repeat(8_000)}${" a**".repeat(4_000)}`,
  "emphasis around a letter": `${"*".repeat(25_000)}a${"*".repeat(24_999)}`,
  "closers without openers": repeat("a_ "),
  "openers without closers": repeat("_a "),
  "openers and closers that don't match": repeat("*a_ "),
  "openers and closers of three": repeat("a**b c* "),
  backticks: repeat("`a"),
  "ever longer runs of backticks": lines(300, (length) => `e${"`".repeat(length)}`).replace(/\n/g, ""),
  "less than": repeat("<"),
  "unclosed tags": repeat("<a href='"),
  comments: repeat("<!--"),
  "cdata and instructions": repeat("<![CDATA[<?"),
  "unclosed autolinks": repeat("<http://a"),
  "e-mail addresses": repeat("a@b."),
  "a URL and trailing punctuation": `http://a.b/${repeat("?!.,:")}`,
  "many URLs": repeat("http://a."),
  "character references": repeat("&#x41;"),
  definitions: lines(2_000, (index) => `[a${index}]: http://x.y/${index}`),
  "definitions and their references": `${lines(1_500, (i) => `[a${i}]: u`)}\n\n${lines(1_500, (i) => `[a${i}]`)}`,
  "references to one definition": `[a]: b\n\n${repeat("[a]")}`,
  "invalid definitions": repeat("[a]: u 'b\n"),
  "a table of one row": `${"|a".repeat(9_000)}\n${"|-".repeat(9_000)}\n${"|b".repeat(4_000)}`,
  "a table of short rows": `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(20_000)}`,
  "underlined headings": repeat("a\n-\n"),
  "headings of one name": repeat("# a\n\n", 1_900),
  "one long word": repeat("a"),
  "blank lines": repeat(" \n"),
  emoji: repeat("😀"),
  "every kind of delimiter": repeat("*_`[<!&|>~#\n- 1. \\"),
};
