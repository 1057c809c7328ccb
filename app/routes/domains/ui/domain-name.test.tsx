import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DomainName, sizeClass } from "./domain-name.tsx";

describe("the size of a name", () => {
  test.each([
    [12, "name-12"],
    [13, "name-16"],
    [16, "name-16"],
    [17, "name-22"],
    [22, "name-22"],
    [30, "name-30"],
    [31, ""],
  ])("with %i characters is %j", (length, size) => {
    expect(sizeClass("a".repeat(length))).toBe(size);
  });
});

describe("a printed name", () => {
  test("has its whole ending in the second colour", () => {
    const html = renderToStaticMarkup(<DomainName name="shule.co.ke" tld="co.ke" />);
    expect(html).toContain("shule<wbr/><span>.co.ke</span>");
  });

  test("stays whole when its ending is written otherwise", () => {
    const html = renderToStaticMarkup(<DomainName name="soko.бел" tld="xn--90ais" />);
    expect(html).toContain(">soko.бел</h1>");
  });
});
