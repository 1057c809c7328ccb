import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { MAIL_FIELDS } from "#app/dns/mail/mail-setup.ts";
import { fieldNames } from "#app/dns/record-values.ts";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { server } from "#mocks/node.ts";
import { DOMAIN, database, FIRST, first, idOf, newRecord } from "./dns-pages.ts";
import { anyForm, fuzzForm, HOSTILE, valueAmong } from "./fuzz-form.ts";
import { renderPage } from "./render-page.ts";

const DNS = `/dashboard/domains/${DOMAIN}/dns`;
const WORDS =
  "A AAAA CNAME MX TXT NS SRV CAA LOC duka tawi ofisi @ * www _sip._tcp 0 1 10 60 3600 65535 65536 -1 1e3 on type . issue";
const value = valueAmong([
  ...WORDS.split(" "),
  ...["41.90.64.12", "10.0.0.1", "2001:db8::1", "mail.example.com", "nj\u0113ri.co.ke"],
  ...["v=spf1 -all", '"a" "b"', "microsoft", "zoho", "spf-missing", "mamamboga-co-ke.mail.protection.outlook.com"],
]);

type Base = () => Record<string, string>;
/** Submits a customer's form with any values. Returns the statuses that occurred. */
function fuzz(path: Parameters<typeof fuzzForm>[0]["path"], base: Base, names: readonly string[]) {
  const reset = async () => {
    await database.query("delete from orders");
    await database.query("delete from services");
    await Promise.all([refund("dnsWritesOfUser", FIRST.id), refund("dnsWritesInAll", undefined)]);
  };
  const forms = anyForm(base, names, value);
  return fuzzForm({
    path,
    forms,
    redirects: /^\/(dashboard|domains$)/,
    browser: () => first,
    reset,
  });
}

test("any form that adds a record gets a page", async () => {
  // A CNAME has this name. Only thousands of submissions contain a valid one by chance.
  const statuses = await fuzz(`${DNS}/add`, () => newRecord({ name: "duka" }), fieldNames());
  expect(statuses).toEqual(expect.arrayContaining(["400", "409"]));
});

test("any form that changes a record gets a page", async () => {
  const { html } = await renderPage(first, `${DNS}/${idOf("ofisi", "A")}/edit`);
  const expectedVersion = /name="expectedVersion" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(expectedVersion).not.toBe("");
  const statuses = await fuzz(
    () => `${DNS}/${idOf("ofisi", "A")}/edit`,
    () => newRecord({ expectedVersion }),
    fieldNames(),
  );
  expect(statuses).toEqual(expect.arrayContaining(["303", "400", "409"]));
});

test("any form that deletes a record gets a page", async () => {
  const ids = fc.oneof(fc.constant(idOf("ofisi", "A")), fc.constant(idOf("@", "LOC")), value);
  const paths = ids.map((id) => `${DNS}/${encodeURIComponent(id)}/delete`);
  expect(await fuzz(paths, () => ({}), fieldNames())).toEqual(expect.arrayContaining(["303", "404"]));
});

test.each<[page: string, path: string, base: Record<string, string>, names: string[]]>([
  [
    "the import of a zone file",
    `${DNS}/import`,
    { text: "import-2 300 A 41.90.64.12\n@ MX 10 mail", mode: "replace" },
    ["text", "mode", "file"],
  ],
  ["the mail set-up", `${DNS}/mail`, { preset: "google", selector: "google" }, [...MAIL_FIELDS, "preset", "fix"]],
  [
    "the website",
    `/dashboard/domains/${DOMAIN}/website?with=vercel`,
    { preset: "vercel", address: "76.76.21.21", alias: "cname.vercel-dns-0.com" },
    ["preset", "address", "alias", "code"],
  ],
])("any form of %s gets a page", async (_page, path, base, names) => {
  expect(await fuzz(path, () => base, names)).toEqual(expect.arrayContaining(["303", "400"]));
});

test("any order gets a page", async () => {
  const kinds = fc.oneof(fc.constantFrom("renew", "certificate", "register", "transfer", "hosting"), value);
  const domains = fc.oneof(fc.constantFrom(DOMAIN, "njeri-duka.com", "njeri-duka.co.ke", "google.com"), value);
  const paths = fc
    .tuple(kinds, domains, value)
    .map(([kind, domain, plan]) => `/dashboard/orders/new?${new URLSearchParams({ kind, domain, plan })}`);
  const statuses = await fuzz(paths, () => ({ choice: "1", priceFingerprint: "1" }), [
    "choice",
    "priceFingerprint",
    "authCode",
  ]);
  expect(statuses).toEqual(expect.arrayContaining(["400", "404", "409"]));
});

test("a provider's hostile error message is never shown, and a hostile record is shown as text", async () => {
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
  const page = await renderPage(first, DNS);
  expect(page.status).toBe(200);
  expect(page.html).toContain("hostile");
  for (const { html } of [added, list]) expect(html).not.toContain("hostile");
  for (const { html } of [added, list, page]) {
    expect(html).not.toMatch(/<i id=hostile|<script>alert/);
  }
});

test("while the list fails, the page of a new record still has its form", async () => {
  const down = () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 });
  server.use(http.get("*/dns_records", down));
  const { html } = await renderPage(first, `${DNS}/add`, Object.entries(newRecord({ content: "41.90.64.77" })));
  expect(html).toContain("Failed to fetch DNS records");
  expect(html).toMatch(/value="41\.90\.64\.77"/);
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});
