import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../arbitraries.ts";
import { contactFields, httpRequest, newVisitor, postForm, type Reply } from "../request.ts";
import { readOutbox } from "../run-site.ts";
import { site } from "./site.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 100, seed: 20261121 };
const MAX_GROWTH_MB = 400;
const FIELDS = ["name", "email", "subject", "message", "domain"] as const;

function send(body: string | Buffer | Record<string, string>, headers = {}) {
  return postForm(site, "/contact", body, { ...newVisitor(), ...headers });
}

/** Expects a whole page of the site with this status, and with this heading if there is one. */
function expectPage({ status, text }: Reply, expected: number, heading = "") {
  expect(status).toBe(expected);
  expect(text).toMatch(/<header[\s\S]*<footer[\s\S]*<\/html>/);
  if (heading) expect(text).toContain(`<h1>${heading}</h1>`);
}

/** Returns the error message of a field, by the ids that connect them. */
function messageAt(reply: Reply, field: string): string | undefined {
  const control = new RegExp(
    `<(?:input|textarea)(?=[^>]* name="${field}")[^>]* aria-describedby="(?:[^"]* )?([^" ]+)"`,
  );
  const error = new RegExp(`id="${control.exec(reply.text)?.[1]}"[^>]*>(.*?)</p>`);
  return error.exec(reply.text)?.[1]?.replace(/^<svg.*<\/svg>/, "");
}

test.each([
  ["200 kB", 413, "That is too long", "message=".padEnd(200_000, "a")],
  ["10,000 fields", 413, "That is too long", "a=1&".repeat(10_000)],
  ["bytes that are not UTF-8", 400, "We could not read that", Buffer.from([0x61, 0x3d, 0xff, 0xfe])],
  ["escaped bytes that are not UTF-8", 400, "We could not read that", "message=%C3%28"],
  ["a truncated escape", 400, "We could not read that", "message=%C3"],
])("a body of %s gets a page with status %i in the layout", async (_what, status, heading, body) => {
  expectPage(await send(body), status, heading);
});

test.each(["/domains?q=", "/nothing/", "/login?redirectTo=", "/domains.data?q="])(
  "the URL %s… gets a 414 page in the layout above 2,048 characters, and its own page below",
  async (path) => {
    const long = await httpRequest(site, path.padEnd(2049, "a"), { headers: newVisitor() });
    expectPage(long, 414, "That address is too long");
    expect(long.headers["cache-control"]).toBe("private, no-cache");
    expect((await httpRequest(site, path.padEnd(2048, "a"), { headers: newVisitor() })).status).not.toBe(414);
  },
);

test("signing in from a URL of the maximum length returns to that page", async () => {
  const { status, headers } = await httpRequest(site, "/dashboard?q=".padEnd(2048, "a"), { headers: newVisitor() });
  expect([status, headers.location]).toEqual([302, "/login?redirectTo=%2Fdashboard"]);
});

test.each(["application/json", "text/plain", "multipart/form-data; boundary=x", ""])(
  "a body of type '%s' gets a 415 page in the layout",
  async (type) => expectPage(await send(JSON.stringify(contactFields()), { "Content-Type": type }), 415),
);

const IMPORT = "/dashboard/domains/mamamboga.co.ke/dns/import";
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=B" };
/** A cookie that looks like a session and is invalid. */
const SESSION = "sb-auth-token=base64-e30";
const part = (head: string, text: string) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
const file = (text: string) => `${part('name="file"; filename="a.zone"', text)}--B--\r\n`;

test.each([
  ["of more than 576 kB", 413, "That is too long", file("a".repeat(600_000))],
  ["beside another", 400, "We could not read that", file("a").replace("--B--", file("b"))],
  ["that is cut off", 400, "We could not read that", file("a").slice(0, -20)],
  ["beside 100 fields", 413, "That is too long", part('name="a"', "1").repeat(100) + file("a")],
])("an uploaded file %s gets a page with status %i in the layout", async (_what, status, heading, body) => {
  const headers = { ...newVisitor(), ...MULTIPART, Cookie: SESSION };
  expectPage(await postForm(site, IMPORT, body, headers), status, heading);
});

test("a file of 256 kB leads to the sign-in page if the session has ended, and is too long without a session", async () => {
  const body = file("a".repeat(262_144));
  const { status, headers } = await postForm(site, IMPORT, body, { ...newVisitor(), ...MULTIPART, Cookie: SESSION });
  expect([status, headers.location]).toEqual([302, `/login?${new URLSearchParams({ redirectTo: IMPORT, ended: "" })}`]);
  expectPage(await postForm(site, IMPORT, body, { ...newVisitor(), ...MULTIPART }), 413);
});

test.each(FIELDS)(
  "a NUL character in %s is reported at the field, and the other fields keep their input",
  async (field) => {
    const fields = contactFields({ domain: "njeri.co.ke" });
    const reply = await send({ ...fields, [field]: `a\0b@example.co.ke` });
    expect(reply.status).toBe(400);
    expect(messageAt(reply, field)).toMatch(/\w/);
    const kept = field === "subject" ? fields.name : fields.subject;
    expect(reply.text).toContain(`value="${kept}"`);
  },
);

test.each(FIELDS)("a second value of %s is reported at the field", async (field) => {
  const body = new URLSearchParams(contactFields({ domain: "njeri.co.ke" }));
  body.append(field, "once more");
  const reply = await send(body.toString());
  expect(reply.status).toBe(400);
  expect(messageAt(reply, field)).toBe("Please send this field once, as plain text.");
});

test("a message of 10,000 characters is reported at its field and stays in the form", async () => {
  const reply = await send(contactFields({ message: "habari ".repeat(1_429) }));
  expect(reply.status).toBe(400);
  expect(messageAt(reply, "message")).toMatch(/at most 5,000 characters/);
  expect(reply.text).toContain("habari ".repeat(1_429).trim());
});

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
  fc.constantFrom(...FIELDS, "website_2", "question", "answer", "__state__", "__intent__"),
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

function expectHarmless(reply: Reply, sent: unknown) {
  expect(reply.status, JSON.stringify(sent)).toBeLessThan(500);
  expect(reply.text).not.toMatch(/\n\s+at .+:\d+|node_modules|\.server\.ts/);
  if (!reply.headers["content-type"]?.startsWith("text/html")) return;
  expect(reply.text, JSON.stringify(sent)).not.toContain("<x-marker");
  // In the page's own data a quote is written \", which ends no string.
  expect(reply.text, JSON.stringify(sent)).not.toMatch(/(?<!\\)"x-quote/);
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
    const reply = await postForm(site, IMPORT, body, { ...newVisitor(), ...MULTIPART });
    expectHarmless(reply, body);
    expect([302, 400, 413]).toContain(reply.status);
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
