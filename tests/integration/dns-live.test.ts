import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { consume, refund } from "#app/platform/abuse/limits.server.ts";
import * as live from "#app/routes/dashboard/dns/live.tsx";
import { server } from "#mocks/node.ts";
import { resolve } from "#mocks/public-dns/resolve.ts";
import { zones } from "#mocks/zones.ts";
import type { Browser } from "./browser.ts";
import { pageResult } from "./demo-customers.ts";
import {
  DOMAIN,
  database,
  FIRST,
  first,
  idOf,
  insertRecord,
  newRecord,
  post,
  SECOND,
  second,
  stored,
  upstreamCalls,
} from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";

type Loaded = Awaited<ReturnType<typeof live.loader>>["data"];
type Where = { domain?: string; query?: string; browser?: Browser };

const addressOf = (domain = DOMAIN, query = "") => `/dashboard/domains/${domain}/dns/live${query}`;

/** Calls the page's loader, and refunds its use of the rate limits. */
async function load({ domain = DOMAIN, query = "", browser = first }: Where = {}) {
  const visit = browser.requestArgs(addressOf(domain, query));
  const response = await pageResult(live.loader({ ...visit, params: { domain } }));
  await Promise.all([
    refund("dnsChecksOfUser", (browser === second ? SECOND : FIRST).id),
    refund("dnsChecksInAll", undefined),
  ]);
  const data = response.data as Loaded | null;
  return { ...response, data, view: data?.check?.view };
}
const rowsOf = async (where: Where) => (await load(where)).view?.rows ?? [];
const verdictsIn = async (where: Where) =>
  (await rowsOf(where)).flatMap(({ answers }) => answers.map(({ word, text }) => `${word} ${text}`));

/** Creates a domain of the first customer with a zone of one record. */
async function ownDomain(domain: string): Promise<string> {
  insertRecord("@", { content: "192.0.2.1" }, domain);
  await database.query(
    `insert into public.domains (user_id, name, status, expiry_date, zone_id)
     values ($1, $2, 'active', now() + interval '1 year', $3) on conflict (lower(name)) where status <> 'left' do update set zone_id = excluded.zone_id`,
    [FIRST.id, domain, zones.findByName(domain)?.id ?? ""],
  );
  return domain;
}

describe("a zone that resolves as written is live", () => {
  test("ten names at a time, each record once", async () => {
    const one = await load();
    const other = await load({ query: "?page=2" });
    expect(one.status).toBe(200);
    expect(one.data?.check).toMatchObject({ page: 1, pages: 2, view: { missing: [], servers: { status: "ok" } } });
    expect(one.view?.rows).toHaveLength(10);
    const rows = [...(one.view?.rows ?? []), ...(other.view?.rows ?? [])];
    const ids = rows.flatMap(({ values }) => values.map(({ id }) => id));
    const records = zones.findByName(DOMAIN)?.records.filter(({ type }) => type !== "LOC") ?? [];
    expect(ids.sort()).toEqual(records.map(({ id }) => id).sort());
    for (const { answers } of rows) {
      expect(answers).toMatchObject([
        { resolver: "Google", status: "ok", word: "Live" },
        { resolver: "Cloudflare", status: "ok", word: "Live" },
      ]);
    }
  });

  test("with a mail server that uses the CDN, which the sandbox names as Cloudflare does", async () => {
    const domain = await ownDomain("posta-demo.co.ke");
    insertRecord("barua", { proxied: true }, domain);
    insertRecord("fedha", { type: "MX", content: `barua.${domain}`, priority: 10 }, domain);
    expect(resolve("google", `fedha.${domain}`, "MX").records[0]?.content).toMatch(/^_dc-mx\./);
    expect(await verdictsIn({ domain, query: `?record=${idOf("fedha", "MX", domain)}` })).toEqual(["Live ", "Live "]);
  });

  test.each(["?page=9999", "?page=0", "?page=x"])("%s is a valid page", async (query) => {
    const { data } = await load({ query });
    expect([1, 2]).toContain(data?.check?.page);
    expect(data?.check?.view.rows.length).toBeGreaterThan(0);
  });

  test("no page makes more than 22 lookups, and a second view at once makes none", async () => {
    const calls = upstreamCalls();
    const domain = "big-zone-demo.co.ke";
    await load({ domain, browser: second, query: "?page=7" });
    const lookups = () => calls.filter((call) => call.includes("public-dns"));
    expect(lookups()).toHaveLength(22);
    await load({ domain, browser: second, query: "?page=7" });
    expect(lookups()).toHaveLength(22);
  });

  test("a record that was saved a moment ago is seen", async () => {
    expect((await post("add", newRecord({ name: "live-a" }))).status).toBe(303);
    const rows = await rowsOf({ query: `?record=${idOf("live-a", "A")}` });
    expect(rows).toMatchObject([
      { name: "live-a", values: [{ text: "41.90.64.12" }], answers: [{ word: "Live" }, { word: "Live" }] },
    ]);
  });

  test("a single record is looked up with those of its name and type only", async () => {
    const rows = await rowsOf({ query: `?record=${idOf("@", "TXT")}` });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.values).toHaveLength(2);
  });
});

// Each test uses a name of its own, because lookups are cached.
describe("records that are not live are reported, with a time", () => {
  const CLOCK = /until \d\d:\d\d( tomorrow)? at the latest\.$/;
  test("when one resolver still has the old record", async () => {
    const id = insertRecord("old-live", { content: "192.0.2.1" });
    expect(await verdictsIn({ query: `?record=${id}` })).toEqual([
      "Live ",
      expect.stringMatching(/^Old value It still sees 192\.0\.2\.99, until/),
    ]);
    expect((await verdictsIn({ query: `?record=${id}` }))[1]).toMatch(CLOCK);
  });

  test("unless their id is not in the zone or their type is not checked", async () => {
    const loc = idOf("@", "LOC");
    for (const id of [loc, "a".repeat(32), idOf("mail", "A", "oumaelectronics.co.ke"), "", "../x", "x".repeat(5000)]) {
      expect(await load({ query: `?${new URLSearchParams({ record: id })}` })).toMatchObject({
        status: 200,
        view: { rows: [], servers: { status: "ok" } },
      });
    }
  });
});

describe("the name servers", () => {
  test("that differ from ours: the page shows both sets, and no record is called live", async () => {
    const { view } = await load({ domain: "elsewhere-demo.co.ke", browser: second });
    expect(view?.servers).toMatchObject({
      status: "warn",
      title: expect.stringContaining("elsewhere-demo.co.ke"),
      others: ["ns1.kisumu-hosting.example", "ns2.kisumu-hosting.example"],
      change: { enter: ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"], wait: expect.stringContaining("until") },
    });
    const words = view?.rows.flatMap(({ answers }) => answers.map(({ word }) => word)) ?? [];
    expect(new Set(words)).toEqual(new Set(["Not here", "Same value"]));
  });
});

describe("when resolvers do not reply", () => {
  test("both: a message and a way to try again", async () => {
    const { html, status } = await renderPage(second, addressOf("unreachable-demo.co.ke"));
    expect(status).toBe(200);
    expect(html).toContain("We can’t check right now.");
    expect(html).toContain("Try again");
    expect(html).not.toContain("name servers");
  });
});

describe("without a list", () => {
  test("a domain without a zone links to its set-up, and no resolver is called", async () => {
    const calls = upstreamCalls();
    expect(await load({ domain: "kilimobora.or.ke" })).toMatchObject({ status: 303 });
    expect(calls).toEqual([]);
  });

  test("an unreadable zone is reported, and the name servers are shown all the same", async () => {
    server.use(http.get("*/dns_records", () => new HttpResponse(null, { status: 500 })));
    const { status, html } = await renderPage(first, addressOf());
    expect(status).toBe(503);
    expect(html).toContain("Failed to fetch DNS records");
    expect(html).toContain("This name uses our name servers.");
    expect(html).not.toContain("no records to check");
  });
});

test("more than thirty checks a minute have to wait, and no resolver is called", async () => {
  for (let checks = 0; checks < 30; checks++) await consume("dnsChecksOfUser", SECOND.id);
  const calls = upstreamCalls();
  const { status, headers, html } = await renderPage(second, addressOf("oumaelectronics.co.ke"));
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
  expect(html).toContain("That was a lot of checks in one minute");
  expect(calls.filter((call) => call.includes("public-dns"))).toEqual([]);
  expect((await load()).status).toBe(200);
  expect(stored("ofisi")).toHaveLength(1);
});
