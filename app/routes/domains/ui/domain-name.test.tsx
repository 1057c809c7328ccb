import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { sizeClass } from "#app/ui/primitives/words.tsx";
import { DomainName } from "./domain-name.tsx";

describe("the size of a domain name", () => {
  test.each([
    [12, "name-12"],
    [13, "name-16"],
    [16, "name-16"],
    [17, "name-22"],
    [22, "name-22"],
    [30, "name-30"],
    [31, ""],
  ])("has for %i characters the class %j", (length, size) => {
    expect(sizeClass("a".repeat(length))).toBe(size);
  });
});

describe("a large domain name", () => {
  test("shows its whole ending in the second colour", () => {
    const html = renderToStaticMarkup(<DomainName name="shule.co.ke" tld="co.ke" />);
    expect(html).toContain("shule<wbr/><span>.co.ke</span>");
  });

  test("shows no second colour when its ending is spelled differently", () => {
    const html = renderToStaticMarkup(<DomainName name="soko.бел" tld="xn--90ais" />);
    expect(html).toContain(">soko.бел</h1>");
  });
});
