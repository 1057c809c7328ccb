import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { DOMAIN, first, idOf, newRecord, post, second, stored } from "./dns-pages.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { spendLimit } from "./spend-limit.ts";

const [{ id }] = demoCustomers;
const DNS = `/dashboard/domains/${DOMAIN}/dns`;

test.each(["/dashboard", "/dashboard/", "/Dashboard"])("%s is the dashboard, in any spelling", async (path) => {
  const { html, status } = await renderPage(first, path);
  expect([status, html.includes("Habari")]).toEqual([200, true]);
});

test.each([
  ["/dashboard", "Domains", "page", "/contact"],
  [DNS, "Domains", "true", `/contact?domain=${DOMAIN}`],
  ["/dashboard/orders", "Orders", "page", "/contact"],
  ["/dashboard/services", "Services", "page", "/contact"],
  ["/profile", "Profile", "page", "/contact"],
  ["/dashboard/orders/new?kind=nothing", "Orders", "true", "/contact"],
  ["/dashboard/domains/nobodys.co.ke/dns", "Domains", "true", "/contact?domain=nobodys.co.ke"],
])("%s has the account's layout: its links, the way to help, and a short footer", async (path, here, current, help) => {
  const { html } = await renderPage(first, path);
  const [nav = ""] = /<nav class="own-nav"[\s\S]*?<\/nav>/.exec(html) ?? [];
  const links = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(["/dashboard", "/dashboard/services", "/dashboard/orders", "/profile", help]);
  const marked = [...nav.matchAll(/aria-current="(\w+)"[^>]*>(\w+)</g)].map((found) => found.slice(1));
  expect(marked).toEqual([[current, here]]);
  const footer = html.slice(html.indexOf("<footer"));
  expect([footer.includes("Stuck?"), footer.includes("Latest posts")]).toEqual([true, false]);
});

test.each(["/", "/dashboard-of-nobody"])("%s does not have the account's layout", async (path) => {
  const { html } = await renderPage(first, path);
  expect([html.includes("own-nav"), html.includes("Latest posts")]).toEqual([false, true]);
});

test("the home page greets a signed-in customer with their action items, and a visitor's page is public", async () => {
  const own = await renderPage(first, "/");
  const text = own.html.replace(/<!-- -->/g, "");
  expect(text).toMatch(
    /Habari, Njeri Mwangi\. \d+ things to do\.(?: \d+ names not checked yet\.)? <a [^>]*href="\/dashboard"/,
  );
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
  let calls = 0;
  server.use(
    http.all("*/proxy/cloudflare/*", () => {
      calls += 1;
      return new HttpResponse("<h1>Bad gateway</h1>", { status: 502 });
    }),
  );
  const { status, html } = await renderPage(first, DNS);
  expect([status, html.includes("Failed to fetch DNS records"), calls]).toEqual([503, true, 2]);
  for (const path of ["/", "/dashboard", "/dashboard/orders", "/profile", "/domains", "/contact", "/blog"]) {
    expect([path, (await renderPage(first, path)).status]).toEqual([path, 200]);
  }
  expect(calls).toBe(2);
});

test("while the auth service is down, public pages work, private ones say so, and nobody is signed out", async () => {
  const kept = new Map(first.jar);
  server.use(http.all("*/auth/v1/*", () => new HttpResponse("", { status: 503 })));
  for (const [path, status] of Object.entries({ "/contact": 200, "/dashboard": 503 })) {
    const response = await renderPage(first, path);
    expect(response).toMatchObject({ status, to: null, html: expect.stringContaining("<footer") });
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
  const text = expect.stringContaining("star stands for every name below");
  expect(await post("add", newRecord({ name: "*.tawi4" }))).toMatchObject({
    title: "DNS record added successfully",
    text,
  });
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
  await spendLimit("dnsWritesOfUser", id);
  const { headers, status } = await renderPage(first, `${DNS}/add`, Object.entries(newRecord()));
  expect([status, headers.get("Cache-Control")]).toEqual([429, "private, no-cache"]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});
