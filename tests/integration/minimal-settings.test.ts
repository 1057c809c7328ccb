// Imported first, so that modules which read the settings get these.
import "./minimal-settings.ts";
import { expect, test } from "vitest";
import { DOMAIN, database, FIRST, first, newRecord, upstreamCalls } from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";
import { spendLimit } from "./spend-limit.ts";

const HOME = `/dashboard/domains/${DOMAIN}`;
const main = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
const textOf = (html: string) => main(html).replace(/(<[^>]+>|\s)+/g, " ");

test("a domain's DNS pages name its DNS provider and its public records, and have no form", async () => {
  const calls = upstreamCalls();
  const home = await renderPage(first, HOME);
  expect(home.status).toBe(200);
  expect(textOf(home.html)).toContain("Cloudflare holds the records of this name.");
  const dns = await renderPage(first, `${HOME}/dns`);
  expect(dns.status).toBe(200);
  for (const said of ["Where its DNS is run", "amani.ns.cloudflare.com", "What everybody sees", "MX", "Check again"])
    expect(textOf(dns.html)).toContain(said);
  for (const { html } of [home, dns]) {
    expect(main(html)).not.toContain("<form");
    expect(main(html)).not.toMatch(/\/(website|dns\/\w+)"/);
    expect(textOf(html)).not.toContain("Set up DNS");
  }
  expect(calls.filter((call) => !call.includes("/public-dns/"))).toEqual([]);
});

test("URLs that change records redirect to the page that names the DNS provider, and call nobody", async () => {
  const calls = upstreamCalls();
  const [row] = await database.query("select zone_id from domains where name = $1", [DOMAIN]);
  const pages = ["add", "r1/edit", "r1/delete", "import", "export", "history", "live", "mail"];
  for (const path of [...pages.map((page) => `${HOME}/dns/${page}`), `${HOME}/website`]) {
    expect(await renderPage(first, path)).toMatchObject({ status: 303, to: `${HOME}/dns` });
  }
  for (const rest of ["", "/add", "/r1/delete", "/import", "/mail"]) {
    expect(await renderPage(first, `${HOME}/dns${rest}`, Object.entries(newRecord()))).toMatchObject({ status: 303 });
  }
  expect(calls).toEqual([]);
  expect(await database.query("select zone_id from domains where name = $1", [DOMAIN])).toEqual([row]);
});

test("the dashboard offers no DNS set-up, and too many checks have to wait", async () => {
  const { html } = await renderPage(first, "/dashboard");
  expect(textOf(html)).not.toMatch(/no DNS|Set up DNS/);
  await spendLimit("dnsChecksOfUser", FIRST.id);
  const dns = await renderPage(first, `${HOME}/dns`);
  expect([dns.status, dns.headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(textOf(dns.html)).toContain("a lot of checks in one minute");
});

test("domains of every listed ending are looked up, ordered and transferred by hand", async () => {
  const calls = upstreamCalls();
  for (const [path, words] of [
    ["/domains?q=mamanjeri.com", "Nobody uses it yet"],
    ["/domains?q=mamanjeri.com", "We ask the registry"],
    ["/domains?q=taken-duka.com", "Someone already owns this name"],
    ["/domains?q=mamanjeri.zz", "We don’t sell .zz"],
    ["/domains/board?name=mamanjeri", "Nobody uses it yet"],
    ["/dashboard/orders/new?kind=register&domain=mamanjeri.com", "We register .com names for you with the registry."],
  ] as const) {
    expect(textOf((await renderPage(first, path)).html)).toContain(words);
  }
  for (const kind of ["transfer", "hosting"]) {
    const { status, html } = await renderPage(first, `/dashboard/orders/new?kind=${kind}&domain=mamanjeri.com`);
    expect([kind, status, main(html).includes("<form")]).toEqual([kind, 200, true]);
  }
  expect(calls.filter((call) => !call.includes("/public-dns/"))).toEqual([]);
});
