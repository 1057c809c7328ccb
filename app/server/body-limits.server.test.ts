import { expect, test } from "vitest";
import { acceptsFile, acceptsMultipart, maxFields } from "./body-limits.server.ts";

test.each([
  ["/dashboard/domains/mamamboga.co.ke/dns/import", true],
  ["/dashboard/domains/mamamboga.co.ke/dns/import.data?_routes=x", true],
  ["/dashboard/domains/a%2Fb/dns/import?x=/y", true],
  ["/login/again?redirectTo=%2Fx", true],
  ["/login/again.data", true],
  ["/dashboard/domains/mamamboga.co.ke/dns/export", false],
  ["/dashboard/domains/mamamboga.co.ke/dns/import/more", false],
  ["/dashboard/domains/a/b/dns/import", false],
  ["/x/dashboard/domains/a/dns/import", false],
  ["/login", false],
  ["/contact?/login/again", false],
  ["", false],
])("a form for %j takes a file: %j", (url, takes) => {
  expect(acceptsFile(url)).toBe(takes);
});

test.each([
  ["/dashboard/domains/mamamboga.co.ke/dns/import", true],
  ["/newsletter/one-click?token=x", true],
  ["/newsletter/one-click/more", false],
  ["/newsletter?/newsletter/one-click", false],
  ["/newsletter", false],
])("a form for %j may come in parts: %j; one to leave by has no room for a file", (url, takes) => {
  expect(acceptsMultipart(url)).toBe(takes);
  expect(acceptsFile(url)).toBe(url.endsWith("/dns/import"));
});

test.each([
  ["/dashboard/domains/mamamboga.co.ke/dns/selection", 1100],
  ["/dashboard/domains/mamamboga.co.ke/dns/selection.data?_routes=x", 1100],
  ["/login/again?redirectTo=%2Fx", 1100],
  ["/dashboard/domains/mamamboga.co.ke/dns/selection/more", 100],
  ["/dashboard/domains/mamamboga.co.ke/dns/add", 100],
  ["/contact?/dns/selection", 100],
])("a form for %j has at most %i fields", (url, most) => {
  expect(maxFields(url)).toBe(most);
});
