import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { atomFeed } from "./atom-feed.ts";

const entry = {
  url: "https://www.example.co.ke/blog/a-post",
  title: "A post",
  summary: "What it says.",
  category: "#ThatsTheSPIRIT",
  publishedAt: "2026-11-12T06:30:00+00:00",
};
const feed = {
  title: "Mtandao",
  author: "Mtandao",
  feedUrl: "https://www.example.co.ke/blog/feed.xml",
  pageUrl: "https://www.example.co.ke/blog",
  entries: [entry],
};

/** Throws if the XML is not well-formed. */
function parse(xml: string) {
  const { window } = new JSDOM(xml, { contentType: "application/xml" });
  const text = (selector: string) => window.document.querySelector(selector)?.textContent;
  return { document: window.document, text };
}

test("an entry has what feed readers need, with absolute URLs and RFC 3339 dates", () => {
  const { document, text } = parse(atomFeed(feed));
  expect(document.documentElement.namespaceURI).toBe("http://www.w3.org/2005/Atom");
  expect([text("feed > id"), text("feed > title"), text("author > name")]).toEqual([
    feed.pageUrl,
    "Mtandao",
    "Mtandao",
  ]);
  expect(document.querySelector('feed > link[rel="self"]')?.getAttribute("href")).toBe(feed.feedUrl);
  expect(text("feed > updated")).toBe("2026-11-12T06:30:00.000Z");
  expect([text("entry > id"), text("entry > title"), text("entry > summary"), text("entry > published")]).toEqual([
    entry.url,
    "A post",
    "What it says.",
    "2026-11-12T06:30:00.000Z",
  ]);
  expect(document.querySelector("entry > link")?.getAttribute("href")).toBe(entry.url);
  expect(document.querySelector("entry > category")?.getAttribute("term")).toBe("#ThatsTheSPIRIT");
});

test("markup in a post is escaped, and characters that XML forbids are removed", () => {
  const hostile = `</title><script>alert("1")</script> ]]> & 'a' <![CDATA[`;
  const { document, text } = parse(
    atomFeed({
      ...feed,
      entries: [{ ...entry, title: hostile, summary: `a\u0000b\u000bc\ud800d${hostile}`, category: `"${hostile}` }],
    }),
  );
  expect(text("entry > title")).toBe(hostile);
  expect(text("entry > summary")).toBe(`abcd${hostile}`);
  expect(document.querySelector("entry > category")?.getAttribute("term")).toBe(`"${hostile}`);
  expect(document.querySelector("script")).toBeNull();
});

test("a blog without posts has an empty feed", () => {
  expect(parse(atomFeed({ ...feed, entries: [] })).document.querySelectorAll("entry")).toHaveLength(0);
});
