import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { isAt, Link } from "./link.tsx";

it("is, on the server, an anchor with its address and nothing else, wherever it stands", () => {
  const link = (
    <Link to="/blog?category=guides#next" className="row-link" preventScrollReset replace reloadDocument>
      Guides
    </Link>
  );
  expect(renderToStaticMarkup(link)).toBe('<a class="row-link" href="/blog?category=guides#next">Guides</a>');
});

it.each([
  ["/blog", "/blog", true],
  ["/blog/our-first-post", "/blog", true],
  ["/Blog/", "/blog", true],
  ["/blogs", "/blog", false],
  ["/", "/", true],
  ["/blog", "/", false],
])("at %s a link to %s is marked: %s", (pathname, to, isMarked) => {
  expect(isAt(pathname, to)).toBe(isMarked);
});

it("marks a link with an end on its own page alone", () => {
  expect(["/dashboard", "/dashboard/orders"].map((pathname) => isAt(pathname, "/dashboard", true))).toEqual([
    true,
    false,
  ]);
});
