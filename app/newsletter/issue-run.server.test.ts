import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { TAG_PLACES, TAGS, TRICKS } from "../../tests/hostile-texts.ts";
import { PATHOLOGICAL_TEXTS } from "../../tests/pathological-markdown.ts";
import { issueMail } from "./issue-run.server.ts";

const origin = "https://jirani.example";
const site = { origin, payment: "", brand: brandFrom({}) };
const links = {
  unsubscribeHref: `${origin}/newsletter/unsubscribe?token=x`,
  unsubscribeUrl: `${origin}/newsletter/one-click?token=x`,
};
const { DOMParser } = new JSDOM("").window;

function mailOf(content: string, { title = "Habari", firstName = "Njeri" } = {}) {
  const mail = issueMail({ title, content }, { email: "n@example.co.ke", firstName }, { site, key: "k", ...links });
  const { body } = new DOMParser().parseFromString(mail.html, "text/html");
  return { ...mail, body };
}

test("an issue has every part of a text in both forms, with absolute links and no pictures", () => {
  const { body, text } = mailOf(
    "## Bei\n\nNi **1,500** na [orodha](/domains/pricing) &amp; <https://a.example/?b=c&d>.\n\n1. moja\n2. mbili\n\n" +
      "> nukuu\n\n- [x] imekwisha\n\n`msimbo`\n\n---\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n![picha](/pictures/post-dns.svg)",
  );
  expect(text.slice(0, text.indexOf("\n\nRead our blog:"))).toBe(
    `Hello Njeri,\n\nHabari\n\nBei\n\nNi 1,500 na orodha (${origin}/domains/pricing) & https://a.example/?b=c&d.\n\n` +
      "1. moja\n2. mbili\n\n> nukuu\n\n- [x] imekwisha\n\nmsimbo\n\n--\n\nA | B\n1 | 2\n\npicha",
  );
  const links = [...body.querySelectorAll("a")].slice(0, 2).map((link) => link.getAttribute("href"));
  expect(links).toEqual([`${origin}/domains/pricing`, "https://a.example/?b=c&d"]);
  expect(
    ["h2", "strong", "ol li", "blockquote", "code", "hr", "td", "img"].map((tag) => body.querySelectorAll(tag).length),
  ).toEqual([1, 1, 2, 1, 1, 1, 2, 0]);
});

test.each(["javascript:alert(1)", "#part", "irc://a.example", "data:text/html,x"])(
  "a link to %s has no target in a mail, and keeps its words",
  (href) => {
    const { body } = mailOf(`[maneno](${href})`);
    expect([body.textContent?.includes("maneno"), body.querySelector(`a[href^="${href.slice(0, 4)}"]`)]).toEqual([
      true,
      null,
    ]);
  },
);

test.each(["<b>x</b>", "http://evil.example", "Njeri http://evil.example"])(
  "greets %j by the rule of first names",
  (firstName) => {
    expect(mailOf("Karibu.", { firstName }).text).toMatch(/^Hello( Njeri)?,\n/);
  },
);

const KNOWN = /^(div|p|h[12]|a|b|br|strong|em|del|code|pre|blockquote|ul|ol|li|hr|table|thead|tbody|tr|t[dh])$/;
const texts = [...TAG_PLACES.flatMap(([, place]) => TAGS.map(place)), ...TRICKS, ...Object.values(PATHOLOGICAL_TEXTS)];

test(`none of ${texts.length} hostile texts gets an element, an attribute or a link of its own into the mail`, () => {
  for (const hostile of texts) {
    const { body } = mailOf(hostile, { title: hostile.slice(0, 200) });
    for (const element of body.querySelectorAll("*")) {
      expect(element.localName, hostile.slice(0, 300)).toMatch(KNOWN);
      for (const { name, value } of element.attributes) {
        expect(name, hostile.slice(0, 300)).toMatch(/^(href|style|class|role|align|start|title|cellpadding)$/);
        if (name === "href") expect(value, hostile.slice(0, 300)).toMatch(/^(https?|mailto|tel):/);
        if (name === "style") expect(value, hostile.slice(0, 300)).not.toMatch(/url|fixed/);
      }
    }
  }
});
