import fc from "fast-check";
import { JSDOM } from "jsdom";
import { Lexer } from "marked";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { PATHOLOGICAL_TEXTS } from "../../../tests/pathological-markdown.ts";
import { renderPostText } from "./article.server.ts";

const { DOMParser } = new JSDOM("").window;

/** The rendered text of a post as a DOM. */
async function read(markdown: string) {
  const { html } = await renderPostText(markdown, "Business");
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const all = (selector: string) => [...body.querySelectorAll(selector)];
  return { html, body, all, first: (selector: string) => body.querySelector(selector) };
}

test.each(["http://example.com/a?b=c&d=e#f", "mailto:info@example.co.ke", "/blog/a-post?x=1#part"])(
  "keeps a link to %s and opens it in a new tab without an opener",
  async (address) => {
    const link = (await read(`see [here](${address})`)).first("a");
    expect(link?.getAttribute("href")).toBe(address);
    expect([link?.getAttribute("target"), link?.getAttribute("rel"), link?.textContent]).toEqual([
      "_blank",
      "noopener",
      "here",
    ]);
  },
);

test.each([
  "JAVASCRIPT:alert(1)",
  "&#x6A;avascript&colon;alert(1)",
  "javascript&#58;alert(1)",
  "java&#10;script:alert(1)",
])("empties the address of a link to %s and keeps its text", async (address) => {
  const link = (await read(`see [here](${address})`)).first("a");
  expect([link?.getAttribute("href"), link?.textContent]).toEqual(["", "here"]);
});

test("keeps a link within the text in the same page", async () => {
  const { first } = await read("[below](#part-prices)\n\n## Prices");
  expect(first("p a")?.getAttribute("href")).toBe("#part-prices");
  expect(first("p a")?.hasAttribute("target")).toBe(false);
});

test("starts headings at level 2, each with a unique id and a link to itself", async () => {
  const { all } = await read(
    "# Prices\n\n## Prices\n\n## Prices 2\n\n### **Bei** & _gharama_?\n\n## ***\n\n## location",
  );
  const headings = all("h2, h3");
  expect(headings.map(({ id, localName }) => `${localName} ${id}`)).toEqual([
    "h2 part-prices",
    "h2 part-prices-2",
    "h2 part-prices-2-2",
    "h3 part-bei-gharama",
    "h2 part-of-the-text",
    "h2 part-location",
  ]);
  expect(headings.map((heading) => heading.querySelector("a")?.getAttribute("href"))).toEqual(
    headings.map(({ id }) => `#${id}`),
  );
});

test("gives long headings with the same beginning unique ids", async () => {
  const { all } = await read(Array.from({ length: 30 }, (_, index) => `## ${"long ".repeat(40)}${index}`).join("\n\n"));
  const ids = all("h2").map(({ id }) => id);
  expect(new Set(ids).size).toBe(30);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(80);
});

test("wraps tables and code in scroll boxes that the keyboard can reach", async () => {
  const { all, html } = await read("|a|b|\n|:-:|-:|\n|1|`2`|\n\n```js\nlet a = '<b>';\n```");
  expect(all(".scroll").map((box) => [box.getAttribute("tabindex"), box.firstElementChild?.localName])).toEqual([
    ["0", "table"],
    ["0", "pre"],
  ]);
  expect(all("td").map((cell) => cell.getAttribute("align"))).toEqual(["center", "right"]);
  expect(html).not.toContain("language-");
  expect(all("pre")[0]?.textContent).toBe("let a = '<b>';\n");
});

test("labels each scroll box differently", async () => {
  const { all } = await read("```\na\n```\n\n|a|\n|-|\n\n```\nb\n```\n\n|c|\n|-|");
  const labels = all("[role=region]").map((box) => box.getAttribute("aria-label"));
  expect(labels).toEqual(["Code", "Table", "Code 2", "Table 2"]);
});

test("gives a picture a size and lazy loading, and loads none from another host", async () => {
  const { all } = await read('![A sign](/pictures/post-names.svg "Title") ![](https://example.com/a.png)');
  const [own, remote] = all("img").map((img) => Object.fromEntries([...img.attributes].map((a) => [a.name, a.value])));
  expect(own).toEqual({
    src: "/pictures/post-names.svg",
    alt: "A sign",
    title: "Title",
    width: "640",
    height: "360",
    loading: "lazy",
    decoding: "async",
  });
  expect(remote).toMatchObject({ src: "/pictures/tile-business.svg", alt: "" });
});

test("renders lists, task lists, quotes, rules and strikethrough", async () => {
  const { all } = await read("3. three\n4. four\n\n- [ ] open\n- [x] done\n\n> said\n\n---\n\n~~gone~~");
  expect(all("ol")[0]?.getAttribute("start")).toBe("3");
  expect(all("li.task").map((item) => item.textContent?.trim())).toEqual(["☐ open", "☑ done"]);
  expect(all("blockquote, hr, del, input").map(({ localName }) => localName)).toEqual(["blockquote", "hr", "del"]);
});

test("shows HTML in a text as text", async () => {
  const { body, all } = await read(
    '<b onclick="x">bold</b>\n\n<div>\nblock\n</div>\n\n<!-- a note -->\n\n&lt;i&gt; &amp; &copy;',
  );
  expect(all("b, i, div")).toEqual([]);
  expect(body.textContent?.replace(/\s+/g, " ").trim()).toBe(
    '<b onclick="x">bold</b> <div> block </div> <!-- a note --> <i> & ©',
  );
});

test("shows a text that cannot be parsed as plain paragraphs", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const { all } = await read(`${">".repeat(5000)} <b>deep</b>\n\n\n  second & last`);
  expect(all("*").map(({ localName }) => localName)).toEqual(["p", "p"]);
  expect(all("p").map((part) => part.textContent)).toEqual([`${">".repeat(5000)} <b>deep</b>`, "second & last"]);
  expect(warn).toHaveBeenCalledWith({ reason: expect.any(String) }, "post shown as plain text");
});

test("renders the same text once for each category", async () => {
  const lex = vi.spyOn(Lexer.prototype, "lex");
  const text = `a text ${crypto.randomUUID()}`;
  await renderPostText(text, "Business");
  await renderPostText(text, "Business");
  expect(lex).toHaveBeenCalledTimes(1);
  await renderPostText(text, "Technology");
  expect(lex).toHaveBeenCalledTimes(2);
});

test.each(Object.entries(PATHOLOGICAL_TEXTS))("renders %s", async (_name, text) => {
  const { html } = await renderPostText(text, "Business");
  expect(html.length).toBeLessThan(1_000_000);
  expect(html).not.toMatch(/<(?!\/?(?:p|a|br|strong|em|del|code|pre|blockquote|[uo]l|li|h[2-6]|hr|t\w+|img|div)\b)/);
});

const MARKS =
  "* ** _ ~~ ` ``` [ ] ( ) ![ ]( < > <b> </a> & &#106; \\ # | - 1. > : javascript: https:// \n \n\n \" ' \0".split(" ");

test("returns only elements that markdown can produce, for any text", async () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ unit: anyCharacter, maxLength: 8 })), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(text, async (parts) => {
      const { all } = await read(parts.join(""));
      for (const element of all("*")) {
        const names = [...element.attributes].map(({ name }) => name);
        expect(names.filter((name) => /^on|style/.test(name))).toEqual([]);
        expect(element.getAttribute("href") ?? "").not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
        expect(element.getAttribute("src") ?? "/pictures/").toMatch(/^\/pictures\//);
      }
    }),
    { seed: 20_261_121, numRuns: process.env.LONG === "1" ? 4000 : 200 },
  );
}, 60_000);
