import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { atomFeed } from "./atom-feed.ts";

const ORIGIN = "https://www.example.co.ke";
const entry = {
  ...{ url: `${ORIGIN}/blog/a-post`, title: "A post", summary: "What it says.", category: "#ThatsTheSPIRIT" },
  publishedAt: "2026-11-12T06:30:00+00:00",
};

/** Returns the parsed feed of posts. Throws if the XML is not well-formed. */
function feedOf(...entries: (typeof entry)[]): Document {
  const author = { title: "Mtandao", author: "Mtandao" };
  const xml = atomFeed({ ...author, feedUrl: `${ORIGIN}/blog/feed.xml`, pageUrl: `${ORIGIN}/blog`, entries });
  return new JSDOM(xml, { contentType: "application/xml" }).window.document;
}

test("an entry has what feed readers need, with absolute URLs and RFC 3339 dates", () => {
  const feed = feedOf(entry);
  const texts = (...selectors: string[]) => selectors.map((selector) => feed.querySelector(selector)?.textContent);
  const attribute = (selector: string, name: string) => feed.querySelector(selector)?.getAttribute(name);
  expect(feed.documentElement.namespaceURI).toBe("http://www.w3.org/2005/Atom");
  expect(texts("feed > id", "feed > title", "author > name", "feed > updated")).toEqual([
    ...[`${ORIGIN}/blog`, "Mtandao", "Mtandao", "2026-11-12T06:30:00.000Z"],
  ]);
  expect(texts("entry > id", "entry > title", "entry > summary", "entry > published")).toEqual([
    ...[entry.url, "A post", "What it says.", "2026-11-12T06:30:00.000Z"],
  ]);
  expect(attribute('feed > link[rel="self"]', "href")).toBe(`${ORIGIN}/blog/feed.xml`);
  expect(attribute("entry > link", "href")).toBe(entry.url);
  expect(attribute("entry > category", "term")).toBe("#ThatsTheSPIRIT");
});

test("markup in a post is escaped, and characters that XML forbids are removed", () => {
  const hostile = `</title><script>alert("1")</script> ]]> & 'a' <![CDATA[`;
  const summary = `a\u0000b\u000bc\ud800d${hostile}`;
  const feed = feedOf({ ...entry, title: hostile, summary, category: `"${hostile}` });
  expect(feed.querySelector("entry > title")?.textContent).toBe(hostile);
  expect(feed.querySelector("entry > summary")?.textContent).toBe(`abcd${hostile}`);
  expect(feed.querySelector("entry > category")?.getAttribute("term")).toBe(`"${hostile}`);
  expect(feed.querySelector("script")).toBeNull();
});

test("a blog without posts has an empty feed", () => {
  expect(feedOf().querySelectorAll("entry")).toHaveLength(0);
});
