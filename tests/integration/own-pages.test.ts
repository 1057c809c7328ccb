import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { consume } from "#app/use-cases/limits.server.ts";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { DOMAIN, first, idOf, newRecord, post, second, stored } from "./dns-pages.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const [{ id }] = demoCustomers;
const DNS = `/dashboard/domains/${DOMAIN}/dns`;

test.each(["/dashboard", "/dashboard/", "/Dashboard"])("%s is the dashboard, in any spelling", async (path) => {
  const { html, status } = await renderPage(first, path);
  expect(status).toBe(200);
  expect(html).toContain("Habari, ");
});

test("an unknown URL below the dashboard is its own page, with nothing of the dashboard", async () => {
  const { html } = await renderPage(first, DNS);
  expect(html).toContain("DNS for ");
  expect(html).not.toContain("Habari, ");
});

test.each([
  ["/dashboard", "Domains", "page", "/contact"],
  [DNS, "Domains", "true", `/contact?domain=${DOMAIN}`],
  ["/dashboard/orders", "Orders", "page", "/contact"],
  ["/profile", "Profile", "page", "/contact"],
  ["/dashboard/orders/new?kind=nothing", "Orders", "true", "/contact"],
  ["/dashboard/domains/nobodys.co.ke/dns", "Domains", "true", "/contact?domain=nobodys.co.ke"],
])("%s has the account's layout: its links, the way to help, and a short footer", async (path, here, current, help) => {
  const { html } = await renderPage(first, path);
  const [nav = ""] = /<nav class="own-nav"[\s\S]*?<\/nav>/.exec(html) ?? [];
  expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "/dashboard",
    "/dashboard/orders",
    "/profile",
    help,
  ]);
  expect([...nav.matchAll(/aria-current="(\w+)"[^>]*>(\w+)</g)].map((found) => found.slice(1))).toEqual([
    [current, here],
  ]);
  const footer = html.slice(html.indexOf("<footer"));
  expect(footer).toContain("Stuck?");
  expect(footer).not.toContain("Latest posts");
});

test.each(["/", "/dashboard-of-nobody"])("%s does not have the account's layout", async (path) => {
  const { html } = await renderPage(first, path);
  expect(html).not.toContain("own-nav");
  expect(html).toContain("Latest posts");
});

test("the home page greets a signed-in customer with their action items, and a visitor's page is public", async () => {
  const own = await renderPage(first, "/");
  const text = own.html.replace(/<!-- -->/g, "");
  expect(text).toMatch(/Habari, Njeri Mwangi\. \w+ things need you\. <a [^>]*href="\/dashboard"/);
  expect(text.indexOf("Habari")).toBeLessThan(text.indexOf('role="search"'));
  expect(own.headers.get("Cache-Control")).toMatch(/^private/);
  const visitors = await renderPage(newBrowser(), "/");
  expect(visitors.html).not.toContain("Habari, ");
  expect(visitors.headers.get("Cache-Control")).toMatch(/^public/);
});

test("an error page of the account leads to the dashboard, not to the site's home page", async () => {
  const { html, status } = await renderPage(first, "/dashboard/orders/new?kind=nothing");
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect(status).toBe(404);
  expect(main).toContain("Not Found");
  expect(main).toContain('href="/dashboard"');
  expect(main).not.toContain('href="/"');
});

test("while the DNS provider is down only its own pages say so, and the others do not call it", async () => {
  const calls: string[] = [];
  const down = http.all("*/proxy/cloudflare/*", ({ request }) => {
    calls.push(request.url);
    return new HttpResponse("<h1>Bad gateway</h1>", { status: 502 });
  });
  server.use(down);
  const { status, html } = await renderPage(first, DNS);
  expect([status, html.includes("Failed to fetch DNS records"), calls.length]).toEqual([503, true, 2]);
  for (const path of ["/", "/dashboard", "/dashboard/orders", "/profile", "/domains", "/contact", "/blog"]) {
    expect([path, (await renderPage(first, path)).status]).toEqual([path, 200]);
  }
  expect(calls).toHaveLength(2);
});

test("while the auth service is down, public pages work, private ones say so, and nobody is signed out", async () => {
  const kept = new Map(first.jar);
  server.use(http.all("*/auth/v1/*", () => new HttpResponse("", { status: 503 })));
  for (const [path, status] of [
    ["/contact", 200],
    ["/dashboard", 503],
  ] as const) {
    const { html, headers, ...reply } = await renderPage(first, path);
    expect([path, reply.status, headers.get("Location")]).toEqual([path, status, null]);
    expect(html).toContain("<footer");
  }
  expect(first.jar).toEqual(kept);
  server.resetHandlers();
  expect((await renderPage(first, "/dashboard")).status).toBe(200);
});

test("each link and button of the list of records names its record", async () => {
  const { all, link } = await readPage(DNS, first);
  const named = all("tbody :is(.acts > a, input, summary)[aria-label]");
  const names = named.map((one) => one.getAttribute("aria-label"));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const copy = `${DNS}/add?copy=${idOf("ofisi", "A")}`;
  expect(link("Make a copy")).toContain(copy);
  const { field } = await readPage(copy, first);
  expect([field("Name").value, field("IPv4 address").value]).toEqual(["ofisi", stored("ofisi")[0]?.content]);
});

test("a record's row shows its type's parts, and the flash message what is unusual about it", async () => {
  const srv = { priority: "1", weight: "5", port: "5060", target: "sip.example.net" };
  const records = [
    ["MX", { name: "tawi3", content: "mail.example.net", priority: "10" }, "priority 10"],
    ["SRV", { name: "_sip._tcp.tawi3", ...srv }, "5 5060 sip.example.net"],
    ["CAA", { name: "caa.tawi3", flags: "0", tag: "issue", value: "letsencrypt.org" }, '0 issue "letsencrypt.org"'],
  ] as const;
  for (const [type, fields] of records)
    expect(await post("add", newRecord({ type, shownType: type, ...fields }))).toMatchObject({ status: 303 });
  const { all } = await readPage(DNS, first);
  for (const [type, { name }, words] of records) {
    const row = all("tbody tr").find((one) => one.querySelector("th a")?.textContent === name);
    expect(row?.textContent, type).toContain(words);
  }
  const star = await post("add", newRecord({ name: "*.tawi4" }));
  expect([star.title, star.text]).toEqual([
    "DNS record added successfully",
    expect.stringContaining("star stands for every name below"),
  ]);
});

test("a change's page offers the zone before and after it, and a domain elsewhere leads to a person", async () => {
  const { undo = "" } = await post("add", newRecord({ name: "tawi5" }));
  const { texts } = await readPage(undo, first);
  expect(texts("button").join()).toMatch(/As it was before this.*As it was after this/);
  const { link } = await readPage("/dashboard/domains/elsewhere-demo.co.ke/dns/live", second);
  expect(link("Write to us")).toContain("/contact?domain=elsewhere-demo.co.ke");
});

test("a signed-in customer gets suggestions from their own domains beside a search", async () => {
  const { texts } = await readPage("/domains?q=duka-la-njeri.com", first);
  expect(texts("main li").filter((line) => line.includes("From your name"))).not.toEqual([]);
});

test("a throttled form says for how long, and its page is private", async () => {
  while ((await consume("dnsWritesOfUser", id)).ok);
  const { headers, status } = await renderPage(first, `${DNS}/add`, Object.entries(newRecord()));
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
});
