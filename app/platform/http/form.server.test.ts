import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { openDraft, sealDraft, sealOwner } from "./draft.server.ts";
import { parseFields, readForm, rejectForm } from "./form.server.ts";
import { statusOf } from "./form-result.ts";

const schema = z.object({ name: z.string() });

function read(body: string) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return readForm(new Request("http://127.0.0.1/contact", { method: "POST", headers, body }), schema);
}

it("returns the parsed value", async () => {
  expect(await read("name=Njeri&website_2=")).toMatchObject({ status: "success", value: { name: "Njeri" } });
});

const ODD_NAMES = ["name[999999999]", "name.a", "a[0].b", "__intent__", "__state__", "__proto__[x]", "toString", ""];
it.each(ODD_NAMES)("ignores a field named '%s'", async (odd) => {
  const submission = await read(`name=Njeri&${encodeURIComponent(odd)}=x`);
  expect(submission).toMatchObject({ status: "success", value: { name: "Njeri" } });
  expect(submission.payload).toEqual({ name: "Njeri" });
});

it.each([
  [400, [200, 422]],
  [409, [409]],
  [429, [429]],
  [503, [0, 401, 403, 500, 502, 504]],
])("sends %i if a service replied with one of %j", (status, replies) => {
  expect(new Set(replies.map((reply) => statusOf({ status: reply })))).toEqual(new Set([status]));
});

it("sends 503 if it is unknown whether a service carried out a request", () => {
  expect(statusOf({ status: 422, isUnknown: true })).toBe(503);
});

const context = { requestId: "0123456789ab" };
const reference = `Reference: ${context.requestId}`;

it.each([
  ["below the message", { message: "Failed.", status: 503 }, { title: "Failed.", messages: [reference] }],
  [
    "after the message, below a title",
    { title: "No", message: "It failed.", status: 503 },
    { title: "No", messages: ["It failed.", reference] },
  ],
  [
    "not for failures that the user can correct",
    { message: "Too often.", status: 429 },
    { title: undefined, messages: ["Too often."] },
  ],
])("shows the reference of the log lines: %s", async (_where, refused, { title, messages }) => {
  const submission = await read("name=Njeri");
  const { data } = rejectForm({ context: { ...context }, form: "contact", submission, ...refused });
  expect([data.title, data.result.error?.[""]]).toEqual([title, messages]);
});

/** Parts of names that have misled parsers of forms. */
const PARTS = "a name __proto__ constructor prototype 0 999999999 __intent__ then . [ ]".split(" ");
const nested = fc
  .array(fc.constantFrom(...PARTS), { minLength: 2, maxLength: 60 })
  .map((parts) => parts.join(""))
  .filter((name) => !/^[a-z][a-z0-9_]*$/i.test(name));

it("neither returns fields with invalid names, in a reply or a draft, nor changes Object.prototype", async () => {
  const check = fc.asyncProperty(fc.array(nested, { minLength: 1, maxLength: 5 }), async (names) => {
    const typed = [["name", ""], ["email", "njeri"], ...names.map((name) => [name, "planted"])];
    const submission = await read(new URLSearchParams(typed).toString());
    const reply = rejectForm({ context: undefined, form: "f", submission, message: "No." });
    expect(submission.payload).toEqual({ name: "", email: "njeri" });
    expect(JSON.stringify(reply)).not.toContain("planted");

    const form = new FormData();
    for (const [name = "", value = ""] of typed) form.append(name, value);
    const draft = openDraft(sealDraft(sealOwner("u"), "/", form), "u");
    expect(draft?.fields).toEqual([
      ["name", ""],
      ["email", "njeri"],
    ]);
  });
  const before = Object.getOwnPropertyNames(Object.prototype);
  await fc.assert(check, { numRuns: 300, seed: 20261122 });
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

it.each([
  ["a name as deep as a body is long", "a".concat(".a".repeat(30_000))],
  ["nested lists", "a".concat("[0]".repeat(20_000))],
  ["a hundred long lists", Array.from({ length: 100 }, (_, at) => `a${at}[4294967294]`).join("=&")],
])("parses %s in little CPU time", async (_what, body) => {
  // Counted in CPU time: conform itself needs seconds, or all the memory, for the last two.
  const before = process.cpuUsage();
  expect((await read(`${body}=x`)).payload).toEqual({});
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

const limits = z.object({ name: z.string(), note: z.string().optional(), more: z.array(z.string()).optional() });

function parseLimited(fields: [string, string][]) {
  const typed = new FormData();
  for (const [name, value] of fields) typed.append(name, value);
  return parseFields(typed, limits, { note: 5000, file: Number.POSITIVE_INFINITY });
}

const INVALID_CHARACTERS = "This text has characters that cannot be sent. Please type it again.";
it.each([
  ["a text too long for a line", "name", "a".repeat(301), "Please use at most 300 characters."],
  ["a text too long for its own limit", "note", " ".repeat(5001), "Please use at most 5,000 characters."],
  ["a NUL", "name", "Nje\0ri", INVALID_CHARACTERS],
  ["a NUL in one of several", "more", "\0", INVALID_CHARACTERS],
  ["a NUL in a field without a schema", "answer", "4\0", INVALID_CHARACTERS],
])("reports %s at the field and returns the whole input", (_what, field, text, message) => {
  const fields = new Map([["name", "Njeri"]]).set(field, text);
  const submission = parseLimited([["more", "a"], ...fields]);
  expect(submission.status).toBe("error");
  expect(submission.reply().error).toEqual({ [field]: [message] });
  expect(JSON.stringify(submission.reply().initialValue)).toContain(JSON.stringify(text).slice(1, -1));
});

it("accepts the longest text, counts a line break once, and skips fields with an unlimited length", () => {
  const note = "a\r\n".repeat(2500);
  const fields: [string, string][] = [
    ["name", "a".repeat(300)],
    ["note", note],
    ["file", "\0".repeat(9000)],
  ];
  expect(parseLimited(fields)).toMatchObject({ status: "success", value: { note } });
});

it("drops hidden fields that are too long", () => {
  const submission = parseLimited([
    ["name", "Njeri"],
    ["stamp", "a".repeat(301)],
    ["turnstileToken", "\0"],
  ]);
  expect(submission).toMatchObject({ status: "success", payload: { name: "Njeri" } });
  expect(submission.payload).not.toHaveProperty("stamp");
});
