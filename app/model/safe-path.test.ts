import fc from "fast-check";
import { expect, it } from "vitest";
import { safePath } from "./safe-path.ts";

const ORIGIN = "https://www.example.co.ke";

it.each(["/", "/dashboard", "/dashboard/domains/a.co.ke/dns?x=1&y=%20#add", "/a//b", "/@evil"])(
  "%s is ours",
  (path) => {
    expect(safePath(path, ORIGIN)).toBe(path);
  },
);

it.each([
  "",
  "dashboard",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/%09/evil.example\n",
  "/\n/evil.example",
  " //evil.example",
  "https://evil.example",
  "https:/evil.example",
  "javascript:alert(1)",
  "/a\u0000b",
  `/${"a".repeat(2048)}`,
  undefined,
  null,
  ["/"],
])("%j is not", (path) => {
  expect(safePath(path, ORIGIN)).toBeUndefined();
});

it("whatever comes in, what goes out stays on this site", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((rest) => `/${rest}`),
      ),
      (path) => {
        const safe = safePath(path, ORIGIN);
        if (safe !== undefined) expect(new URL(safe, ORIGIN).origin).toBe(ORIGIN);
      },
    ),
  );
});
