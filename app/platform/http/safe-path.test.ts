import fc from "fast-check";
import { expect, it } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { safePath } from "./safe-path.ts";

const ORIGIN = "https://www.example.co.ke";

it.each([
  ...["", "dashboard", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example"],
  ...["/\t/evil.example", "/%09/evil.example\n", "/\n/evil.example", " //evil.example", "https://evil.example"],
  ...["https:/evil.example", "javascript:alert(1)", "/a\u0000b"],
  ...[`/${"a".repeat(2048)}`, `/${"é".repeat(1000)}`, undefined, null, ["/"]],
  // Another site's address, after the browser removes dot segments.
  ...["/.//evil.example", "/x/..//evil.example", "/%2e//evil.example", "/x/%2E%2e//evil.example"],
  ...["/././/evil.example/%2e./", "/..//evil.example"],
  // Pages to sign in or out.
  ...["/login", "/login/", "/login/reset?x=1", "/login?redirectTo=/dashboard", "/login.data", "/LOGIN#x", "/%6cogin"],
  ...["/%4Cog%69n%2fagain", "/x/../login", "/./%2e/login", "/logout", "/Logout/", "/logout.data?x", "/log%6Fut"],
  "/login%zz",
])("rejects %j", (path) => {
  expect(safePath(path, ORIGIN)).toBeUndefined();
});

it.each([
  ...["/", "/dashboard", "/dashboard/domains/a.co.ke/dns?x=1&y=%20#add", "/a//b", "/@evil"].map((path) => [path, path]),
  ["/a/../dashboard", "/dashboard"],
  ["/a/%2E./dashboard/./x?y=/../z", "/dashboard/x?y=/../z"],
  ["/dashboard/login", "/dashboard/login"],
  ["/logo.png", "/logo.png"],
  ["/?login", "/?login"],
])("accepts %s as %s", (path, goal) => {
  expect(safePath(path, ORIGIN)).toBe(goal);
});

it("any accepted path is of this site, is stable, and is no page to sign in or out (property)", () => {
  const piece = fc.constantFrom(
    ...["/", "//", ".", "..", "%2e", "%2E%2e", ".%2E", "\\", "%5c", "%2f", "\t", "%09", "\n", " ", "@", ":", "?", "#"],
    ...["evil.example", "login", "LogOut", "%6Cogin", ".data", "dashboard", "x", "é", "．．", "／", "\u2028", "\ud800"],
  );
  const paths = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 9 })
    .map((pieces) => `/${pieces.join("")}`);
  const check = (path: string) => {
    const safe = safePath(path, ORIGIN);
    if (safe === undefined) return;
    expect(safe).toMatch(/^\/(?![/\\])/);
    const { origin, pathname } = new URL(safe, ORIGIN);
    expect(origin).toBe(ORIGIN);
    expect(safePath(safe, ORIGIN)).toBe(safe);
    expect(new URL(safe, "http://other.example").host).toBe("other.example");
    expect(decodeURIComponent(pathname)).not.toMatch(/^\/+log(?:in|out)/i);
  };
  forAny([fc.oneof({ weight: 8, arbitrary: paths }, fc.string(), fc.webUrl())], check, 5000);
});
