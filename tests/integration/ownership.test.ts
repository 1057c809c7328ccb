import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { zones } from "#mocks/zones.ts";
import { newBrowser } from "./browser.ts";
import { pageResult } from "./demo-customers.ts";
import {
  DOMAIN,
  database,
  FIRST,
  type Fields,
  first,
  idOf,
  load,
  newRecord,
  post,
  SECOND,
  stored,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";

const THEIRS = demoDomains.filter(({ owner }) => owner === 1).map(({ name }) => name);
const [THEIR_DOMAIN = ""] = THEIRS;
const THEIR_RECORD = idOf("mail", "A", THEIR_DOMAIN);

type Example = {
  /** URLs that name something of another customer; none if the route has no parameter. */
  foreign: { params?: Fields; search?: string }[];
  /** The fields of its form. */
  fields?: Fields;
  /** Where signing in leads back to, if that is not the URL itself. */
  backTo?: string;
};

/** Another spelling is the same name, or an unknown one. */
const NAMES = [...THEIRS, THEIR_DOMAIN.toUpperCase(), `${THEIR_DOMAIN}.`, "nobody.co.ke"];
const ownDomains = NAMES.map((domain) => ({ params: { domain } }));
const ownRecords = NAMES.map((domain) => ({ params: { domain, record: THEIR_RECORD } }));
const ownJobs = NAMES.map((domain) => ({ params: { domain, job: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01" } }));
const ownBills = [{ params: { bill: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01" } }, { params: { bill: "x" } }];
const ownOrders = [{ params: { order: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01" } }, { params: { order: "x" } }];
const ownServices = [{ params: { id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01" } }, { params: { id: "x" } }];
const ordersOf = ["renew", "certificate"].flatMap((kind) =>
  NAMES.map((domain) => ({ search: `?${new URLSearchParams({ kind, domain })}` })),
);

/** Every page that reads the session, by its path. A new one must be added. */
const PAGES: Record<string, Example> = {
  profile: { foreign: [], fields: { name: "Somebody" } },
  "profile/step": { foreign: [], fields: { form: "step-confirm", code: "123456" } },
  "profile/close": { foreign: [], fields: { password: "sandbox-password" } },
  "profile/data": { foreign: [] },
  "profile/copies": { foreign: [], fields: { form: "copies", contact: "hesabu@example.co.ke" } },
  "profile/export": { foreign: [], backTo: "/profile" },
  dashboard: { foreign: [] },
  "dashboard/domains/:domain": { foreign: ownDomains },
  "dashboard/domains/:domain/control": { foreign: ownDomains, fields: { form: "unlock" } },
  "dashboard/domains/:domain/website": { foreign: ownDomains, fields: { preset: "shopify" } },
  "dashboard/domains/:domain/dns": { foreign: ownDomains, fields: {} },
  "dashboard/domains/:domain/dns/add": { foreign: ownDomains, fields: newRecord() },
  "dashboard/domains/:domain/dns/:record/edit": { foreign: ownRecords, fields: newRecord({ expectedVersion: "a" }) },
  "dashboard/domains/:domain/dns/:record/delete": { foreign: ownRecords, fields: {} },
  "dashboard/domains/:domain/dns/selection": {
    foreign: ownDomains,
    fields: { intent: "delete", record: THEIR_RECORD },
  },
  "dashboard/domains/:domain/dns/history": { foreign: ownDomains },
  "dashboard/domains/:domain/dns/history/:job": { foreign: ownJobs, fields: { intent: "undo" } },
  "dashboard/domains/:domain/dns/import": { foreign: ownDomains, fields: { text: "www A 41.90.64.12", mode: "add" } },
  "dashboard/domains/:domain/dns/export": { foreign: ownDomains },
  "dashboard/domains/:domain/dns/live": { foreign: ownDomains },
  "dashboard/domains/:domain/dns/mail": { foreign: ownDomains, fields: { preset: "google" } },
  // An unknown URL is the same for everybody.
  "dashboard/*": { foreign: ownDomains, fields: {} },
  "dashboard/orders": { foreign: [] },
  "dashboard/orders/renew": { foreign: [], fields: { pick_mamamboga_dco_dke: "on" } },
  "dashboard/orders/several": { foreign: [], fields: { pick_njeri_dshop_dcom: "on" } },
  "dashboard/services": { foreign: [] },
  "dashboard/services/:id": { foreign: ownServices, fields: { form: "end" } },
  "dashboard/orders/change/:order": { foreign: ownOrders, fields: { form: "cancel-order" } },
  // tests/integration/pay-pages.test.ts asks for the bills of others, on a site that has bills.
  "dashboard/orders/pay/:bill": { foreign: ownBills, fields: { form: "ask", phone: "0712345678" } },
  "dashboard/orders/pay/:bill/state": { foreign: ownBills },
  "dashboard/orders/receipt/:bill": { foreign: ownBills, fields: { pin: "A012345678Z" } },
  // tests/integration/statement.test.ts reads the statements of others, on a site that has bills.
  "dashboard/orders/statement": { foreign: [{}] },
  "dashboard/orders/proforma/:bill": { foreign: ownBills, fields: { form: "buyer", name: "Shule" } },
  "dashboard/orders/new": { foreign: ordersOf, fields: { choice: "1", priceFingerprint: "1" } },
};

type Ask = (args: ReturnType<typeof first.requestArgs>) => unknown;
type Module = { loader?: Ask; action?: Ask };
const modules = import.meta.glob<Module>("../../app/routes/**/*.{ts,tsx}");

const flat = (entries: RouteConfigEntry[], above = ""): { path: string; file: string }[] =>
  entries.flatMap(({ path = "", file, children = [] }) => {
    const whole = [above, path].filter(Boolean).join("/");
    return [...(path === "" ? [] : [{ path: whole, file }]), ...flat(children, whole)];
  });
const known = flat(await routes).filter(({ path }) => /^(dashboard|profile)(\/|$)/.test(path));
const moduleOf = async (file: string) => (await modules[`../../app/${file}`]?.()) ?? {};

const addressOf = (path: string, params: Fields, search = "") =>
  `/${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "mine"))}${search}`;

/** Returns everything that a customer could change, in the database and at the provider. */
async function everything() {
  const tables = ["domains", "orders", "dns_jobs", "dns_changes", "closing_requests", "name_requests", "name_moves"];
  const rows = [
    ...tables.map((table) => database.query(`select * from ${table} order by id`)),
    database.query("select * from billing_contacts order by user_id"),
  ];
  const users = await database.query("select id, raw_user_meta_data from auth.users order by id");
  const kept = demoDomains.map(({ name }) => zones.findByName(name));
  return JSON.stringify([await Promise.all(rows), users, kept]);
}

/** Calls a page's loader, or its action with its form; undefined if it has none. */
async function ask(kind: "loader" | "action", { file, path }: (typeof known)[number], browser: typeof first, at = {}) {
  const { params = {}, search } = at as Example["foreign"][number];
  const work = (await moduleOf(file))[kind];
  if (!work) return undefined;
  const address = addressOf(path, params, search);
  const visit = browser.requestArgs(address, kind === "action" ? (PAGES[path]?.fields ?? {}) : undefined);
  return { address, ...(await pageResult((async () => work({ ...visit, params }))())) };
}

test("the table has every page that reads the session, and no other", () => {
  expect(known.map(({ path }) => path).sort()).toEqual(Object.keys(PAGES).sort());
});

describe.each(known)("/$path", (page) => {
  test("sends a visitor to sign in, and does nothing", async () => {
    const before = await everything();
    const calls = upstreamCalls();
    const [example = {}] = PAGES[page.path]?.foreign ?? [];
    for (const kind of ["loader", "action"] as const) {
      const response = await ask(kind, page, newBrowser(), example);
      if (!response) continue;
      expect([302, 303]).toContain(response.status);
      expect(response.to).toBe(
        `/login?${new URLSearchParams({ redirectTo: PAGES[page.path]?.backTo ?? response.address })}`,
      );
    }
    expect(calls).toEqual([]);
    expect(await everything()).toBe(before);
  });

  test("replies about another customer's domains as about unknown ones: 404, and no call", async () => {
    const before = await everything();
    const calls = upstreamCalls();
    for (const example of PAGES[page.path]?.foreign ?? []) {
      for (const kind of ["loader", "action"] as const) {
        const response = await ask(kind, page, first, example);
        if (response) expect(response).toMatchObject({ status: 404, to: null });
        expect(JSON.stringify(response?.data ?? null)).not.toMatch(/5a0d|zone/i);
      }
    }
    expect(calls).toEqual([]);
    expect(await everything()).toBe(before);
  });
});

test.each(known.filter(({ path }) => PAGES[path]?.foreign.length === 0))(
  "/$path shows nothing of another customer",
  async (page) => {
    const response = await ask("loader", page, first);
    expect(response?.status).toBe(200);
    const body = JSON.stringify(response?.data);
    for (const theirs of [...THEIRS, SECOND.id, SECOND.email, SECOND.name]) expect(body).not.toContain(theirs);
  },
);

describe("under a customer's own domain", () => {
  const odd = ["..", "../../../zones", `${THEIR_RECORD}/../${THEIR_RECORD}`, "%2e%2e", "", "\0", "x".repeat(5000)];
  test.each([THEIR_RECORD, ...odd])("another customer's record, or an odd id (%j), is not found", async (record) => {
    const before = await everything();
    const calls = upstreamCalls();
    const theirs = structuredClone(stored("mail", THEIR_DOMAIN));
    expect(await load("edit", { record })).toMatchObject({ status: 404, data: { isGone: true, record: null } });
    expect(await load("delete", { record })).toMatchObject({ status: 404, data: { isGone: true, record: null } });
    expect(await post("edit", newRecord({ expectedVersion: "a" }), { record })).toMatchObject({ status: 409 });
    // As if it was deleted before: nothing has changed for its owner.
    await post("delete", {}, { record });
    expect(writesIn(calls)).toEqual([]);
    expect(stored("mail", THEIR_DOMAIN)).toEqual(theirs);
    expect(await everything()).toBe(before);
  });

  test("no form field reaches another customer's zone", async () => {
    const theirZone = demoDomains.find(({ name }) => name === THEIR_DOMAIN)?.zoneId ?? "";
    const before = JSON.stringify(zones.find(theirZone));
    const calls = upstreamCalls();
    const zoneFields = { zoneId: theirZone, zone_id: theirZone, zone: THEIR_DOMAIN, domain: THEIR_DOMAIN };
    const aimed = { ...zoneFields, id: THEIR_RECORD, record: THEIR_RECORD, user_id: SECOND.id, owner: SECOND.id };
    expect((await post("add", newRecord(aimed))).status).toBe(303);
    expect((await post("delete", aimed, { record: idOf("ofisi", "A") })).status).toBe(303);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => call.includes(theirZone))).toEqual([]);
    expect(JSON.stringify(zones.find(theirZone))).toBe(before);
    expect(stored("tawi2", DOMAIN)).toHaveLength(1);
  });

  test("a name with an odd character is a 404, not an internal error", async () => {
    const calls = upstreamCalls();
    for (const domain of ["\0", "a\0b.co.ke", "%", "*", "a,b", "(a)", '"', "x".repeat(5000), "eq.null", ""]) {
      expect(await load("list", { domain })).toMatchObject({ status: 404 });
    }
    expect(calls).toEqual([]);
  });

  test("a name in capitals is still the customer's", async () => {
    const { status, data } = await load<{ domain: string }>("list", { domain: DOMAIN.toUpperCase() });
    expect([status, data?.domain]).toEqual([200, DOMAIN]);
    const rows = await database.query("select user_id from domains where name = $1", [DOMAIN]);
    expect(rows).toEqual([{ user_id: FIRST.id }]);
  });
});
