import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { MAIL_FIELDS } from "#app/model/dns/mail/mail-answers.ts";
import { FIELD_NAMES } from "#app/model/dns/record-values.ts";
import { giveBack } from "#app/use-cases/limits.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { anyCharacter } from "../arbitraries.ts";
import { DOMAIN, database, FIRST, first, idOf, newRecord } from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 100, seed: 20_261_121, endOnFailure: true };
const DNS = `/dashboard/domains/${DOMAIN}/dns`;
const HOSTILE = '"><i id=hostile>';

const VALUES = [
  ..."A AAAA CNAME MX TXT NS SRV CAA LOC duka tawi ofisi @ * www _sip._tcp 0 1 10 60 3600 65535 65536 -1 1e3 on type".split(
    " ",
  ),
  "41.90.64.12",
  "10.0.0.1",
  "2001:db8::1",
  "mail.example.com",
  ".",
  "v=spf1 -all",
  '"a" "b"',
  "issue",
  "microsoft",
  "zoho",
  "spf-missing",
  "mamamboga-co-ke.mail.protection.outlook.com",
  "nj\u0113ri.co.ke",
  HOSTILE,
  "</script><i id=hostile>",
  "</textarea><i id=hostile>",
  "\0",
  "\r\nSet-Cookie: a=b",
  "\u202e\ufeff",
  "x".repeat(5000),
  "\u{1f600}".repeat(300),
  "__proto__",
];
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 50 }) },
);
const ODD_NAMES = [
  "backAgain",
  "intent",
  "shownType",
  "unsure",
  "seen",
  "once",
  "__intent__",
  "a[0]",
  "__proto__",
  "from",
];

/** A form with some of these fields, some of them odd, missing or there twice; about half are nearly right. */
function bodies(base: () => Record<string, string>, names: readonly string[]) {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const changes = fc.array(fc.tuple(name, value), { maxLength: 5 });
  return fc.tuple(fc.boolean(), fc.boolean(), changes).map(([isNearlyRight, isTwice, changed]): [string, string][] => {
    if (!isNearlyRight) return changed;
    const rest = isTwice ? [] : changed.map(([changedName]) => changedName);
    return [...Object.entries(base()).filter(([baseName]) => !rest.includes(baseName)), ...changed];
  });
}

/** Sends forms to an address; every reply is a page or a redirect, and shows what was typed as text alone. */
async function bombard(
  address: fc.Arbitrary<string> | (() => string),
  forms: fc.Arbitrary<[string, string][]>,
  runs = RUNS,
) {
  const told: Record<number, number> = {};
  const where = typeof address === "function" ? fc.constant(null).map(address) : address;
  const property = fc.asyncProperty(where, forms, async (path, fields) => {
    resetMocks();
    await database.query("delete from orders");
    const { status, to, html } = await renderPage(first, path, fields);
    await Promise.all([giveBack("dnsWritesOfUser", FIRST.id), giveBack("dnsWritesInAll", undefined)]);
    told[status] = (told[status] ?? 0) + 1;
    expect(status === 200 || (status >= 300 && status < 500) || status === 503).toBe(true);
    if (to !== null) expect(to).toMatch(/^\/(dashboard|domains$)/);
    else expect(html).toContain("</html>");
    expect(html).not.toMatch(/<i id=hostile|\n\s+at \w+ \(|node_modules/);
  });
  await fc.assert(property, runs);
  if (isLong) console.log("random bodies", told);
  return told;
}

const names = [...FIELD_NAMES];

test("whatever is sent to add a record gets a page", async () => {
  // A CNAME has this name.
  const told = await bombard(
    () => `${DNS}/add`,
    bodies(() => newRecord({ name: "duka" }), names),
    // Of a hundred none is right in the end.
    { ...RUNS, numRuns: isLong ? 10_000 : 200 },
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "400", "409"]));
});

test("whatever is sent to change a record gets a page", async () => {
  const { html } = await renderPage(first, `${DNS}/${idOf("ofisi", "A")}/edit`);
  const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(seen).not.toBe("");
  const told = await bombard(
    () => `${DNS}/${idOf("ofisi", "A")}/edit`,
    bodies(() => newRecord({ seen }), names),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "400", "409"]));
});

test("whatever is sent to delete a record gets a page", async () => {
  const ids = fc.oneof(fc.constant(idOf("ofisi", "A")), fc.constant(idOf("@", "LOC")), value);
  const paths = ids.map((id) => `${DNS}/${encodeURIComponent(id.toString())}/delete`);
  const told = await bombard(
    paths,
    bodies(() => ({}), names),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "404"]));
});

test("whatever is imported gets a page", async () => {
  const told = await bombard(
    () => `${DNS}/import`,
    bodies(() => ({ text: "import-2 300 A 41.90.64.12\n@ MX 10 mail", mode: "replace" }), ["text", "mode", "file"]),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "400"]));
});

test("whatever is sent to set mail up gets a page", async () => {
  const told = await bombard(
    () => `${DNS}/mail`,
    bodies(() => ({ preset: "google", selector: "google" }), [...MAIL_FIELDS, "preset", "fix"]),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "400"]));
});

test("whatever is sent to connect a website gets a page", async () => {
  const told = await bombard(
    () => `/dashboard/domains/${DOMAIN}/website?with=vercel`,
    bodies(
      () => ({ preset: "vercel", address: "76.76.21.21", alias: "cname.vercel-dns-0.com" }),
      ["preset", "address", "alias", "code"],
    ),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["303", "400"]));
});

test("whatever is sent to order something gets a page", async () => {
  const kinds = fc.oneof(fc.constantFrom("renew", "certificate", "register", "transfer", "hosting"), value);
  const domains = fc.oneof(fc.constantFrom(DOMAIN, "njeri-duka.com", "njeri-duka.co.ke", "google.com"), value);
  const paths = fc
    .tuple(kinds, domains, value)
    .map(([kind, domain, plan]) => `/dashboard/orders/new?${new URLSearchParams({ kind, domain, plan })}`);
  const told = await bombard(
    paths,
    bodies(() => ({ choice: "1", shown: "1" }), ["choice", "shown", "authCode"]),
  );
  expect(Object.keys(told)).toEqual(expect.arrayContaining(["400", "404", "409"]));
});

test("a provider's hostile words are never shown, and a record's are text on the page", async () => {
  const message = `${HOSTILE}</script><script>alert(1)</script>`;
  const refused = () => HttpResponse.json({ success: false, errors: [{ code: 1, message }], result: null });
  server.use(http.post("*/dns_records", refused));
  const added = await renderPage(first, `${DNS}/add`, Object.entries(newRecord()));
  expect(added.status).toBe(409);
  expect(added.html).toContain("Failed to save DNS record: the DNS provider refused it (code 1).");
  server.use(http.get("*/dns_records", refused));
  const list = await renderPage(first, DNS);
  expect(list.status).toBe(503);
  const record = {
    id: "a".repeat(32),
    type: HOSTILE,
    name: `${HOSTILE}.${DOMAIN}`,
    content: message,
    comment: message,
  };
  server.use(http.get("*/dns_records", () => HttpResponse.json({ success: true, result: [record] })));
  const shown = await renderPage(first, DNS);
  expect(shown.status).toBe(200);
  expect(shown.html).toContain("hostile");
  for (const { html } of [added, list]) expect(html).not.toContain("hostile");
  for (const { html } of [added, list, shown]) {
    expect(html).not.toMatch(/<i id=hostile|<script>alert/);
  }
});

test("while the list fails, the form to add a record is still on its page", async () => {
  const down = () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 });
  server.use(http.get("*/dns_records", down));
  const { html } = await renderPage(first, `${DNS}/add`, Object.entries(newRecord({ content: "41.90.64.77" })));
  expect(html).toContain("Failed to fetch DNS records");
  expect(html).toMatch(/value="41\.90\.64\.77"/);
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});
