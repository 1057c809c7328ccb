import { expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

const ORIGIN = "https://www.example.co.ke";
const root = (more: object = {}) => ({
  id: "root",
  pathname: "/",
  data: { brand: { name: "Jirani" }, origin: ORIGIN, ...more },
});
const at = (pathname: string) => [root(), { id: "layout", pathname: "/" }, { id: "page", pathname }];
const PAGE = { title: "Contact", description: "Write to us." };

/** The head as pairs: what a tag is called, and what it says. */
const head = (...args: Parameters<typeof pageMeta>) =>
  Object.fromEntries(
    pageMeta(...args).map((tag) => {
      const { title, name, property, rel, content, href } = tag as Record<string, string>;
      return title === undefined ? [name ?? property ?? rel, content ?? href] : ["title", title];
    }),
  );

test("a public page has its one address, and all that a shared link shows", () => {
  expect(head(at("/contact"), PAGE)).toEqual({
    title: "Contact | Jirani",
    description: "Write to us.",
    canonical: `${ORIGIN}/contact`,
    "og:title": "Contact",
    "og:description": "Write to us.",
    "og:type": "website",
    "og:site_name": "Jirani",
    "og:url": `${ORIGIN}/contact`,
    "og:image": `${ORIGIN}/card.png?page=%2Fcontact`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "twitter:card": "summary_large_image",
  });
});

test.each([
  ["/", "/"],
  ["/contact/", "/contact"],
  ["/projects/a b&c", "/projects/a%20b&c"],
])("the address of %s is %s", (pathname, canonical) => {
  const tags = head(at(pathname), PAGE);
  expect(tags.canonical).toBe(ORIGIN + canonical);
  expect(new URL(tags["og:image"] ?? "").searchParams.get("page")).toBe(canonical);
});

test("a page among several that show the same names the one, and a post says that it is an article", () => {
  const tags = head(at("/blog"), { ...PAGE, path: "/blog/a", type: "article" });
  expect([tags.canonical, tags["og:url"], tags["og:type"]]).toEqual([
    `${ORIGIN}/blog/a`,
    `${ORIGIN}/blog/a`,
    "article",
  ]);
});

test("a hidden page asks to be left alone, and has nothing to share", () => {
  expect(head(at("/dashboard"), { ...PAGE, isHidden: true })).toEqual({
    title: "Contact | Jirani",
    description: "Write to us.",
    robots: "noindex",
  });
});

test("a form that was given back says so first, in the title alone", () => {
  const tags = head([root({ isRefused: true }), { id: "page", pathname: "/contact" }], PAGE);
  expect([tags.title, tags["og:title"]]).toEqual(["Error: Contact | Jirani", "Contact"]);
});
