import { expect, it } from "vitest";
import { contentSecurityPolicy, hashNoncedElements } from "./content-security-policy.server.ts";

const NONCE = "0d6f5d3e-1111-4222-8333-944444444444";
/** echo -n 'a()' | openssl dgst -sha256 -binary | base64 */
const HASH_OF_A = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='";

it("hashes elements with the nonce, removes the nonce, and hashes nothing else", () => {
  const html = `<style id="css" nonce="${NONCE}">b{}</style><script nonce="${NONCE}">a()</script><script>evil()</script>`;
  const page = hashNoncedElements(html, NONCE);
  expect(page.html).toBe(`<style id="css">b{}</style><script>a()</script><script>evil()</script>`);
  expect(page.hashes.script).toHaveLength(1);
  expect(page.hashes.style).toHaveLength(1);
});

it("returns the hash that a browser computes", () => {
  expect(hashNoncedElements(`<script nonce="${NONCE}">a()</script>`, NONCE).hashes.script).toEqual([HASH_OF_A]);
});

it("hashes an empty element, which browsers check too", () => {
  const { hashes } = hashNoncedElements(`<style id="css" nonce="${NONCE}"></style>`, NONCE);
  expect(hashes.style).toEqual(["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"]);
});

it("throws if the nonce is on an unexpected element", () => {
  expect(() => hashNoncedElements(`<link nonce="${NONCE}">`, NONCE)).toThrow("nonce");
});

const HASHES = { script: ["'sha256-a'"], style: [] };
/** The bot check of the sandbox, in which tests run. */
const WIDGET = "http://127.0.0.1:3001";

it("allows the bot check's script and frame on pages that hydrate", () => {
  const policy = contentSecurityPolicy(HASHES, { isInteractive: true }).split("; ");
  expect(policy.find((line) => line.startsWith("script-src"))).toContain(WIDGET);
  expect(policy).toContain(`frame-src ${WIDGET}`);
});

it("allows no other origin on other pages, and only own images on all pages", () => {
  const policy = contentSecurityPolicy(HASHES, { isInteractive: false });
  expect(policy).not.toMatch(/https?:/);
  expect(policy).toContain("frame-src 'none'");
  expect(contentSecurityPolicy(HASHES, { isInteractive: true }).split("; ")).toContain("img-src 'self' data:");
});

it("allows only the frames of demos that the page names", () => {
  const frames = ["https://demo.example", "https://another.example:8443"];
  const policy = contentSecurityPolicy(HASHES, { isInteractive: true, frames }).split("; ");
  expect(policy).toContain(`frame-src ${WIDGET} https://demo.example https://another.example:8443`);
  expect(policy.filter((line) => line.includes("demo.example"))).toHaveLength(1);
});
