import { expect, it } from "vitest";
import { isAt } from "./link.tsx";

it.each([
  ["/blog", "/blog", false, true],
  ["/blog/our-first-post", "/blog", false, true],
  ["/Blog/", "/blog", false, true],
  ["/blogs", "/blog", false, false],
  ["/", "/", false, true],
  ["/blog", "/", false, false],
  ["/dashboard", "/dashboard", true, true],
  ["/dashboard/orders", "/dashboard", true, false],
])("on %s, a link to %s with `end` %s is current: %s", (pathname, to, end, isCurrent) => {
  expect(isAt(pathname, to, end)).toBe(isCurrent);
});
