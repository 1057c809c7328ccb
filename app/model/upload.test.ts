import { expect, test } from "vitest";
import { takesFile } from "./upload.ts";

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
  expect(takesFile(url)).toBe(takes);
});
