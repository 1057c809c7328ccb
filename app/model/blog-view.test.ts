import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../tests/arbitraries.ts";
import { blogPath, pagesOf, readBlogView, searchWords } from "./blog-view.ts";

const read = (path: string) => readBlogView(new URL(path, "http://x").searchParams);

test.each([
  [{}, "/blog"],
  [{ page: 1, category: "", query: "" }, "/blog"],
  [{ category: "#ThatsTheSPIRIT" }, "/blog?category=%23ThatsTheSPIRIT"],
  [{ category: "Business", page: 2 }, "/blog?category=Business&page=2"],
  [{ query: "50% & more #1", page: 3 }, "/blog?q=50%25+%26+more+%231&page=3"],
])("%j has one address, %s, and is read from it again", (view, path) => {
  expect(blogPath(view)).toBe(path);
  expect(read(path)).toEqual({ category: "", query: "", page: 1, ...view });
});

test.each(["0", "-1", "1.5", "two", "", "01", "1e3", "9999999", " 2", "２"])("page=%j is the first page", (page) => {
  expect(read(`/blog?page=${encodeURIComponent(page)}`).page).toBe(1);
});

test("a search is trimmed, loses what cannot be seen, and is cut after a hundred characters", () => {
  expect(read("/blog?q=%20%09mail%00box%0A").query).toBe("mail box");
  expect([...read(`/blog?q=${encodeURIComponent("😀".repeat(150))}`).query]).toHaveLength(100);
});

test.each([
  [1, [1]],
  [2, [1, 2]],
  [4, [1, 2, 3, 4]],
  [5, [2, 3, 4, 5]],
  [90, [87, 88, 89, 90]],
])("a view that ends on page %i shows %j: never a whole blog at once", (page, pages) => {
  expect(pagesOf({ page })).toEqual(pages);
});

test("what is looked for is at most six words, each once, in small letters, and a star separates them", () => {
  expect(searchWords("  Mail  and MAIL and spam*folder ")).toEqual(["mail", "and", "spam", "folder"]);
  expect(searchWords("a b c d e f g h")).toHaveLength(6);
  expect(searchWords("***")).toEqual([]);
});

test("whatever stands in an address, reading it and writing it again comes to rest", () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 200 });
  fc.assert(
    fc.property(text, text, text, (q, category, page) => {
      const view = readBlogView(new URLSearchParams({ q, category, page }));
      expect(read(blogPath(view))).toEqual(view);
    }),
    { seed: 20_261_121, numRuns: process.env.LONG === "1" ? 4000 : 200 },
  );
});
