import { expect, it } from "vitest";
import { hashMarked } from "./content-security-policy.server.ts";

const MARK = "0d6f5d3e-1111-4222-8333-944444444444";
/** echo -n 'a()' | openssl dgst -sha256 -binary | base64 */
const HASH_OF_A = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='";

it("hashes what bears the mark, takes the mark off, and blesses nothing else", () => {
  const html = `<style id="css" nonce="${MARK}">b{}</style><script nonce="${MARK}">a()</script><script>evil()</script>`;
  const page = hashMarked(html, MARK);
  expect(page.html).toBe(`<style id="css">b{}</style><script>a()</script><script>evil()</script>`);
  expect(page.hashes.script).toHaveLength(1);
  expect(page.hashes.style).toHaveLength(1);
});

it("gives the hash that a browser computes", () => {
  expect(hashMarked(`<script nonce="${MARK}">a()</script>`, MARK).hashes.script).toEqual([HASH_OF_A]);
});

it("throws when a mark stands where it knows no element", () => {
  expect(() => hashMarked(`<link nonce="${MARK}">`, MARK)).toThrow("mark");
});
