import { expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

const ORIGIN = "https://www.example.co.ke";
const PAGE = { title: "Contact", description: "Write to us." };

/** Returns the meta tags of a page as an object: the content of each by its name, property or rel. */
function metaOf(pathname: string, more: object = {}, rootData: object = {}) {
  const data = { brand: { name: "Jirani" }, origin: ORIGIN, ...rootData };
  const matches = [
    { id: "root", pathname: "/", data },
    { id: "layout", pathname: "/" },
    { id: "page", pathname },
  ];
  const tags = pageMeta(matches, { ...PAGE, ...more }) as Record<string, string>[];
  return Object.fromEntries(
    tags.map(({ title, name, property, rel, content, href }) =>
      title === undefined ? [name ?? property ?? rel, content ?? href] : ["title", title],
    ),
  );
}

test("a public page has its canonical URL and the tags of a shared link", () => {
  expect(metaOf("/contact")).toEqual({
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
])("the canonical URL of %s is %s, and its social image is of that page", (pathname, canonical) => {
  const tags = metaOf(pathname);
  expect(tags.canonical).toBe(ORIGIN + canonical);
  expect(new URL(tags["og:image"] ?? "").searchParams.get("page")).toBe(canonical);
});

test("a page may have another page's canonical URL and the type of an article", () => {
  const url = `${ORIGIN}/blog/a`;
  expect(metaOf("/blog", { path: "/blog/a", type: "article" })).toMatchObject({
    canonical: url,
    "og:url": url,
    "og:type": "article",
  });
});

test("a hidden page has noindex and no tags of a shared link", () => {
  const tags = metaOf("/dashboard", { isHidden: true });
  expect(tags).toEqual({ title: "Contact | Jirani", description: "Write to us.", robots: "noindex" });
});

test("the title of a rejected form begins with Error, and that of its shared link does not", () => {
  const tags = metaOf("/contact", {}, { isRefused: true });
  expect([tags.title, tags["og:title"]]).toEqual(["Error: Contact | Jirani", "Contact"]);
});
