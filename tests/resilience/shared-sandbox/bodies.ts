import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../arbitraries.ts";
import { httpRequest, newVisitor, postForm, type Reply } from "../request.ts";
import { readOutbox } from "../run-site.ts";
import { site } from "./site.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 100, seed: 20261121 };
const MAX_GROWTH_MB = 400;
const FIELDS = ["name", "email", "subject", "message", "domain"];

test("signing in from a URL of the maximum length returns to that page", async () => {
  const { status, headers } = await httpRequest(site, "/dashboard?q=".padEnd(2048, "a"), { headers: newVisitor() });
  expect([status, headers.location]).toEqual([302, "/login?redirectTo=%2Fdashboard"]);
});

const IMPORT = "/dashboard/domains/mamamboga.co.ke/dns/import";
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=B" };
const part = (head: string, text: string) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
const file = (text: string) => `${part('name="file"; filename="a.zone"', text)}--B--\r\n`;

const marker = fc.nat().map((id) => `<x-marker-${id} onload="x-quote-${id}">'</script></textarea>`);
const odd = [..."\0\u2028\uFFFD\u202E\uD83D\uDE00 ", "\r\n", "__proto__", "[0].a", "fail"];
const value = fc.oneof(
  marker,
  fc.constantFrom(...odd),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.emailAddress(),
  fc.webUrl(),
);
const fieldName = fc.oneof(
  fc.constantFrom(...FIELDS, "website_2", "challenge", "answer", "__state__", "__intent__"),
  fc.constantFrom("name[999999999]", "name.first", "__proto__[x]", "constructor", "toString", "a".repeat(300), ""),
  marker,
);
const pairs = fc
  .array(fc.tuple(fieldName, value), { maxLength: 12 })
  .map((list) => new URLSearchParams(list).toString());
/** Mostly valid, so that many pass validation and reach the database and the provider. */
const message = fc.record({
  name: value,
  email: fc.emailAddress(),
  subject: value,
  message: value,
  website_2: fc.constant(""),
});
const bodies = fc.oneof(
  message.map((fields) => new URLSearchParams(fields).toString()),
  pairs,
  fc.string({ unit: "binary-ascii", maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

function expectHarmless(response: Reply, sent: unknown) {
  expect(response.status, JSON.stringify(sent)).toBeLessThan(500);
  expect(response.text).not.toMatch(/\n\s+at .+:\d+|node_modules|\.server\.ts/);
  if (!response.headers["content-type"]?.startsWith("text/html")) return;
  expect(response.text, JSON.stringify(sent)).not.toContain("<x-marker");
  // In the page's own data a quote is written \", which ends no string.
  expect(response.text, JSON.stringify(sent)).not.toMatch(/(?<!\\)"x-quote/);
}

/** Returns the resident memory in MB (proc(5), VmRSS). */
function memory(): number {
  const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test("any body of the contact form gets a reply without a server error and without its markup", async () => {
  const before = memory();
  const path = fc.constantFrom("/contact", "/contact", "/contact.data", `/contact?domain="><x-marker-1>`);
  const send = async (path: string, body: string | Buffer) => {
    expectHarmless(await postForm(site, encodeURI(path), body, newVisitor()), body);
  };
  await fc.assert(fc.asyncProperty(path, bodies, send), RUNS);
  expect((await readOutbox(site)).length).toBeGreaterThan(RUNS.numRuns / 50);
  expect(memory() - before).toBeLessThan(MAX_GROWTH_MB);
});

test("any multipart body gets a reply without a server error", async () => {
  const syntax = ["--B", "--B--", "\r\n", 'name="file"', 'filename="a"', "Content-Disposition: form-data", ...'\n\0";'];
  const parts = fc.array(fc.oneof(fc.constantFrom(...syntax), fc.string({ unit: anyCharacter, maxLength: 20 })), {
    maxLength: 30,
  });
  const bodies = fc.oneof(
    parts.map((all) => all.join("")),
    parts.map((all) => file(all.join(""))),
    fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => Buffer.concat([Buffer.from(part('name="file"; filename="a"', "")), bytes])),
  );
  const send = async (body: string | Buffer) => {
    const response = await postForm(site, IMPORT, body, { ...newVisitor(), ...MULTIPART });
    expectHarmless(response, body);
    expect([302, 400, 413]).toContain(response.status);
  };
  await fc.assert(fc.asyncProperty(bodies, send), RUNS);
});

test("any search gets a reply without a server error and without its markup", async () => {
  const path = fc.constantFrom("/domains?q=", "/domains?q=", "/domains.data?q=", "/contact?domain=");
  const search = async (path: string, typed: string) => {
    expectHarmless(await httpRequest(site, path + encodeURIComponent(typed), { headers: newVisitor() }), typed);
  };
  const typed = fc.oneof(value, fc.domain(), fc.string({ minLength: 1_000, maxLength: 5_000 }));
  await fc.assert(fc.asyncProperty(path, typed, search), RUNS);
});
