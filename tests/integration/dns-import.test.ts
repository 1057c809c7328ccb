import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import type { Aside } from "#app/dns/change.ts";
import type { ListedChange } from "#app/dns/job-view.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { loader as exportZone } from "#app/routes/dashboard/dns/export.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import {
  DOMAIN,
  FIRST,
  type Fields,
  first,
  jobOf,
  load,
  post,
  press,
  stored,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";

const PATH = `/dashboard/domains/${DOMAIN}/dns`;
const EMPTY = "fundiwaviatu.co.ke";
const RECORDS = "*/proxy/cloudflare/zones/:zone/dns_records";

const importOf = (text: string, fields: Fields = {}, domain = DOMAIN) =>
  post("import", { text, mode: "add", ...fields }, { domain });

type Preview = { changes: ListedChange[]; asides: Aside[]; job: { state: string; title: string } };

/** Returns the preview of an import. */
async function preview(reply: { to?: string | null }, domain = DOMAIN): Promise<Preview> {
  const { data } = await load<Preview>("job", { job: jobOf(reply), domain });
  if (!data) throw new Error("There is no such job.");
  return data;
}

const additionsIn = ({ changes }: Preview) =>
  changes.map(({ before, after }) => (before === null && after ? `${after.type} ${after.name} ${after.content}` : "?"));

/** Presses the buttons of a job's page until the job is finished. */
async function apply(job: string, domain = DOMAIN) {
  let { status } = await press(job, "apply", { domain });
  for (let step = 0; step < 60; step += 1) {
    const { data } = await load<Preview>("job", { job, domain });
    if (data?.job.state === "finished") return status;
    ({ status } = await press(job, "continue", { domain }));
  }
  throw new Error("The job does not finish.");
}

async function exported(domain = DOMAIN) {
  const path = `/dashboard/domains/${domain}/dns/export`;
  return exportZone({ ...first.requestArgs(path), params: { domain } });
}

const contentsOf = (domain: string) =>
  (zones.findByName(domain)?.records ?? [])
    .map(({ type, name, content, ttl, proxied, priority, comment }) =>
      JSON.stringify([type, name, content.replaceAll('"', ""), ttl, proxied, priority, comment]),
    )
    .sort();

describe("an import", () => {
  test("is previewed, and nothing is sent before its button is pressed", async () => {
    const calls = upstreamCalls();
    const file = [
      "@ SOA ns1.example.net. h.example.net. 1 2 3 4 5",
      "ofisi 600 A 198.51.100.7",
      "blog 300 CNAME sites.example.net.",
      "duka 300 A 198.51.100.9",
      "shop 300 CNAME shops.myshopify.com",
      "low 30 A 198.51.100.9",
    ].join("\n");
    const reply = await importOf(file);
    expect([reply.status, reply.to]).toEqual([303, expect.stringMatching(`^${PATH}/history/[0-9a-f-]{36}$`)]);
    const plan = await preview(reply);
    expect(plan.job).toMatchObject({ state: "planned", title: "Records from a zone file" });
    expect(additionsIn(plan)).toEqual(["CNAME blog sites.example.net", "A low 198.51.100.9"]);
    expect(plan.asides).toEqual([
      { kind: "noted", text: "Line 6", reason: expect.stringMatching(/below 60 seconds/) },
      { kind: "skipped", text: expect.stringMatching(/^Line 1: @ SOA/), reason: expect.stringMatching(/SOA/) },
      { kind: "same", text: "Line 2: ofisi 600 A 198.51.100.7", reason: "It is there already." },
      { kind: "skipped", text: "Line 4: duka 300 A 198.51.100.9", reason: expect.stringMatching(/CNAME record duka/) },
      { kind: "skipped", text: expect.stringMatching(/^Line 5/), reason: expect.stringMatching(/with a dot/) },
    ]);
    expect(writesIn(calls)).toEqual([]);

    expect(await apply(jobOf(reply))).toBe(303);
    expect(stored("blog")).toMatchObject([{ type: "CNAME", content: "sites.example.net", ttl: 300 }]);
    expect(zones.writes()).toMatchObject({ create: 2, update: 0, delete: 0 });
    expect((await preview(await importOf(file))).changes).toEqual([]);
  });

  test("shows beside a new record those of its name and type that stay, and none that it replaces", async () => {
    const file = "@ 300 A 198.51.100.8\n@ 300 A 198.51.100.9";
    const added = await preview(await importOf(file));
    const there = stored("@").filter(({ type }) => type === "A");
    expect(there).toHaveLength(1);
    expect(added.changes.map(({ beside = [] }) => beside.map(({ content }) => content))).toEqual([
      there.map(({ content }) => content),
      [],
    ]);
    const replaced = await preview(await importOf(file, { mode: "replace" }));
    expect(replaced.changes.flatMap(({ beside = [] }) => beside)).toEqual([]);
  });

  test("makes the zone equal to the file, except for unsupported types, after saying what that stops", async () => {
    const reply = await importOf("@ 300 A 198.51.100.8", { mode: "exact" });
    const stops = (await preview(reply)).asides.filter(({ kind }) => kind === "stops").map(({ text }) => text);
    expect(stops[0]).toBe(`Mail for ${DOMAIN} stops.`);
    expect(stops).not.toContain(`${DOMAIN} stops opening.`);
    await apply(jobOf(reply));
    const left = zones.findByName(DOMAIN)?.records.map(({ type, content }) => `${type} ${content}`) ?? [];
    expect(left.map((record) => record.split(" ")[0]).sort()).toEqual(["A", "LOC"]);
    expect(left).toContain("A 198.51.100.8");
  });

  test("accepts a file, which takes precedence over the text and is shown in its place", async () => {
    const file = "blog 300 CNAME sites.example.net.";
    const plan = await preview(await importOf("other 300 A 198.51.100.1", { file }));
    expect(additionsIn(plan)).toEqual(["CNAME blog sites.example.net"]);
    const refused = await importOf("other 300 A 198.51.100.1", { file: "nonsense" });
    expect(refused).toMatchObject({ status: 400, typed: { text: "nonsense", mode: "add" } });
    expect(refused.carry.file).toMatch(/\w/);
    expect((await importOf("nonsense", { file: "" })).carry.file).toBeUndefined();
  });
});

test("a file of another domain can be read as this one's by the same form, which keeps its text", async () => {
  const text = "$ORIGIN example.org.\nwww2 300 A 198.51.100.1";
  const refused = await importOf(text, { mode: "replace" });
  expect(refused).toMatchObject({ status: 400, typed: { text, mode: "replace" }, carry: { other: "example.org" } });
  expect(refused.carry).not.toHaveProperty("isMixed");
  const plan = await preview(await importOf(text, { as: "example.org" }));
  expect(additionsIn(plan)).toEqual(["A www2 198.51.100.1"]);
  expect(plan.asides).toContainEqual(expect.objectContaining({ kind: "noted", text: "Line 2" }));
  server.use(http.get(RECORDS, () => HttpResponse.json({ success: false }, { status: 400 })));
  expect(await importOf(text, { as: "example.org" })).toMatchObject({
    ...{ status: 503, typed: { text }, carry: { other: "example.org" } },
  });
});

describe("an invalid import is reported at its field with all input, and the provider is not called", () => {
  test.each<[string, Fields, string, RegExp]>([
    ["nothing", { text: "" }, "text", /Paste the lines/],
    ["another domain's file", { text: "www.example.org. A 198.51.100.1" }, "text", /not part of mamamboga\.co\.ke/],
    ["more than 256 KB", { text: `; ${"a".repeat(262_144)}\nwww A 198.51.100.1` }, "text", /257 KB/],
    ["an unknown mode", { text: "www A 198.51.100.1", mode: "all" }, "mode", /Choose what to do/],
    ["an exact copy with a bad line", { text: "a A 198.51.100.1\nb A 1", mode: "exact" }, "text", /Line 2/],
  ])("%s", async (_what, fields, field, words) => {
    const calls = upstreamCalls();
    const { status, errors, typed } = await post("import", { mode: "add", ...fields });
    expect(status).toBe(400);
    expect(errors).toEqual({ [field]: [expect.stringMatching(words)] });
    for (const [name, value] of Object.entries(fields)) if (value !== "") expect(typed[name]).toBe(value);
    expect(calls).toEqual([]);
  });
});

test.each([
  ["at all", () => HttpResponse.json({ success: false }, { status: 400 }), /\w/],
  [
    "whole",
    () => HttpResponse.json({ success: true, result: [], result_info: { total_pages: 1, total_count: 5 } }),
    /could not be read whole/,
  ],
])(
  "an import keeps its text and an export says why, when the zone cannot be read %s",
  async (_how, response, words) => {
    server.use(http.get(RECORDS, response));
    const text = "www2 300 A 198.51.100.1";
    const message = expect.stringMatching(words);
    expect(await importOf(text)).toMatchObject({ status: 503, typed: { text }, errors: { "": [message] } });
    const title = "We could not make the zone file";
    expect(await load("export")).toMatchObject({ status: 303, to: `${PATH}/import`, title, text: message });
  },
);

describe("an export", () => {
  test("is a private file named after the domain", async () => {
    const reply = await exported();
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "text/dns; charset=utf-8",
      "content-disposition": `attachment; filename="${DOMAIN}.zone"`,
      "cache-control": "private, no-store",
    });
    expect(await reply.text()).toContain("ofisi.mamamboga.co.ke.\t600\tIN\tA\t198.51.100.7");
  });

  test("imported into its own zone changes nothing, and recreates the zone in an empty one", async () => {
    const text = await (await exported()).text();
    for (const mode of ["add", "replace", "exact"]) {
      expect((await preview(await importOf(text, { mode }))).changes).toEqual([]);
    }
    const ours = contentsOf(DOMAIN).filter((record) => !record.startsWith('["LOC"'));
    await apply(jobOf(await importOf(text.replaceAll(DOMAIN, EMPTY), {}, EMPTY)), EMPTY);
    expect(contentsOf(EMPTY)).toEqual(ours.map((record) => record.replaceAll(DOMAIN, EMPTY)).sort());
  });
});

// Comes last, because it uses up the limit.
test("too many imports in a minute have to wait, and the pasted text stays", async () => {
  const calls = upstreamCalls();
  const text = "www2 300 A 198.51.100.1";
  await consume("dnsWritesOfUser", FIRST.id, 1_000);
  const reply = await post("import", { text, mode: "add" }, { isCounted: true });
  expect(reply).toMatchObject({ status: 429, typed: { text }, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(calls).toEqual([]);
});
