import fc from "fast-check";
import { JSDOM } from "jsdom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { markPostAddresses, URL_OF_PAGE, withoutPostParam } from "./post-address.ts";

const query = fc
  .array(fc.tuple(fc.string(), fc.string()), { minLength: 1 })
  .map((pairs) => `?${new URLSearchParams(pairs)}`);
const fragment = fc.webFragments().map((text) => `#${text.replaceAll(/["<>]/g, "")}`);
const address = fc
  .tuple(fc.webPath(), fc.option(query, { nil: "" }), fc.option(fragment, { nil: "" }))
  .map(([path, search, hash]) => `/a${path}${search}${hash}`)
  .filter((url) => withoutPostParam(url) === url);

const { body } = new JSDOM("").window.document;

/** Returns a form's action as a browser reads it from the marked page. */
function markedAction(action: string, method = "post") {
  const html = markPostAddresses(renderToStaticMarkup(createElement("form", { id: "a>b", method, action })));
  body.innerHTML = html;
  return body.querySelector("form")?.getAttribute("action") ?? "";
}

it("gives a form another URL, from which the server gets the form's own URL", () => {
  fc.assert(
    fc.property(address, (url) => {
      const [page, posted] = [url, markedAction(url)].map((one) => new URL(one, "http://127.0.0.1"));
      expect(posted?.pathname).toBe(page?.pathname);
      expect(posted?.search).not.toBe(page?.search);
      expect(posted?.hash).toBe(page?.hash);
      expect(withoutPostParam(markedAction(url))).toBe(url);
      expect(new Function("location", `return ${URL_OF_PAGE}`)({ href: posted?.href })).toBe(page?.href);
    }),
  );
});

it("leaves a form alone that does not post", () => {
  expect(markedAction("/domains", "get")).toBe("/domains");
});

it.each([
  ["/contact", "/contact"],
  ["/contact?posted", "/contact"],
  ["/contact?posted=", "/contact"],
  ["/contact?posted&a=%20b", "/contact?a=%20b"],
  ["/contact.data?a=1&posted=&_routes=x", "/contact.data?a=1&_routes=x"],
  ["/contact?posted=1&reposted&q=posted", "/contact?posted=1&reposted&q=posted"],
  ["/contact?", "/contact?"],
  ["/contact#?posted", "/contact#?posted"],
])("reads %s as %s", (url, expected) => {
  expect(withoutPostParam(url)).toBe(expected);
});
