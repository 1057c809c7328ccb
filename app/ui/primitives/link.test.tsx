import { expect, it } from "vitest";
import { isAt } from "./link.tsx";

it.each([
  ["/blog", "/blog", true],
  ["/blog/our-first-post", "/blog", true],
  ["/Blog/", "/blog", true],
  ["/blogs", "/blog", false],
  ["/", "/", true],
  ["/blog", "/", false],
])("at %s, says whether a link to %s is the current page: %s", (pathname, to, isMarked) => {
  expect(isAt(pathname, to)).toBe(isMarked);
});

it("marks a link with `end` on its own page and not on pages below it", () => {
  expect(["/dashboard", "/dashboard/orders"].map((pathname) => isAt(pathname, "/dashboard", true))).toEqual([
    true,
    false,
  ]);
});
