import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { blogPath, pagesOf, readBlogView } from "./blog-view.ts";
import { searchWords } from "./search-words.server.ts";

const read = (path: string) => readBlogView(new URL(path, "http://x").searchParams);

test.each([
  [{}, "/blog"],
  [{ page: 1, category: "", query: "" }, "/blog"],
  [{ category: "#ThatsTheSPIRIT" }, "/blog?category=%23ThatsTheSPIRIT"],
  [{ category: "Business", page: 2 }, "/blog?category=Business&page=2"],
  [{ query: "50% & more #1", page: 3 }, "/blog?q=50%25+%26+more+%231&page=3"],
])("the view %j has the path %s, which is read as the same view", (view, path) => {
  expect(blogPath(view)).toBe(path);
  expect(read(path)).toEqual({ category: "", query: "", page: 1, ...view });
});

test.each(["0", "-1", "1.5", "two", "", "01", "9999999", " 2", "２"])("page=%j is read as the first page", (page) => {
  expect(read(`/blog?page=${encodeURIComponent(page)}`).page).toBe(1);
});

test("a search is trimmed, loses control characters, and is cut after a hundred characters", () => {
  expect(read("/blog?q=%20%09mail%00box%0A").query).toBe("mail box");
  expect([...read(`/blog?q=${encodeURIComponent("😀".repeat(150))}`).query]).toHaveLength(100);
});

test.each([
  [1, [1]],
  [4, [1, 2, 3, 4]],
  [5, [2, 3, 4, 5]],
])("a view that ends on page %i shows only the pages %j", (page, pages) => {
  expect(pagesOf({ page })).toEqual(pages);
});

test("search words are at most six, distinct, in lower case, and separated by spaces or stars", () => {
  expect(searchWords("  Mail  and MAIL and spam*folder ")).toEqual(["mail", "and", "spam", "folder"]);
  expect(searchWords("a b c d e f g h")).toHaveLength(6);
  expect(searchWords("***")).toEqual([]);
});

test("reading the path of any view gives the same view", () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 200 });
  const check = (q: string, category: string, page: string) => {
    const view = readBlogView(new URLSearchParams({ q, category, page }));
    expect(read(blogPath(view))).toEqual(view);
  };
  forAny([text, text, text], check, 200);
});
