import { setTimeout } from "node:timers/promises";
import { http } from "msw";
import { describe, expect, test } from "vitest";
import { findDomain, listDomains } from "#app/domains/domains.table.server.ts";
import { listCurrentOrders, listOrders } from "#app/orders/own-lists.table.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import * as list from "#app/routes/dashboard/orders/list.tsx";
import * as overview from "#app/routes/dashboard/overview.tsx";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { clientOf, look, pageResult, place } from "./demo-customers.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

/** Reads the dashboard when all its names have been checked. */
async function checkedPage() {
  for (;;) {
    const page = await readPage("/dashboard", first);
    if (!page.texts(".hello [role=status]").join().includes("hecking")) return page;
    await setTimeout(50);
  }
}

test("the dashboard says which names it checks, and that nothing is to do only when it knows", async () => {
  const { texts, all } = await readPage("/dashboard", first);
  expect(texts(".hello [role=status]")).toEqual([expect.stringMatching(/^5 things to do · checking 7 names …$/)]);
  // The button sends the form of the names, with its filter and ticks. It moves nothing, because it is below the list.
  expect(texts(".hello button")).toEqual([]);
  expect(all("noscript button[form=names-form]").map(textOf)).toEqual(["See what we found"]);
  // Their places are kept, so that nothing moves when the words come.
  expect(all(".sights i").length).toBeGreaterThan(0);
});

test("a suspended name says so, and nothing beside it says that it works", async () => {
  const page = await readPage("/dashboard/domains/nyumbapoa.co.ke", first);
  expect(page.texts(".banner-title")).toEqual(["This name is suspended"]);
  expect(page.texts("h2")).not.toContain("Is it working?");
  const working = await readPage("/dashboard/domains/mamamboga.co.ke", first);
  expect(working.texts("h2")).toContain("Is it working?");
});

test("the page of a name that has ended begins with what follows, and how to renew it", async () => {
  const page = await readPage("/dashboard/domains/shambalangu.co.ke", first);
  expect(page.texts(".banner-title")).toEqual([expect.stringMatching(/^This name ended /)]);
  expect(page.texts(".banner").join()).toMatch(/(?:work until|stopped on) .*You can renew it until .* it is deleted/);
  expect(page.link("Renew it now")).toEqual(["/dashboard/orders/new?kind=renew&domain=shambalangu.co.ke"]);
  expect(page.texts("main").join()).not.toContain("Yours until");
  // Its price is beside its button, once. What it has can be looked at; what it has not is no longer offered.
  expect(page.texts(".banner .price")).toEqual(["KSh 1,500"]);
  expect(page.texts("h2")).not.toContain("Renew");
  expect(page.texts("h2")).not.toContain("Connect mail");
  expect(page.texts("h2")).not.toContain("Name servers");
});

test("the dashboard greets the customer, lists the action items, and shows each domain as a row", async () => {
  const { texts, all, link, kept } = await checkedPage();
  expect(kept).toMatch(/^private/);
  expect(texts("h1")).toEqual(["Habari, Njeri Mwangi"]);
  expect(texts(".needs li .what").map((line) => line.split(/(?<=\.(?:com|co\.ke|or\.ke))/))).toEqual([
    ["shambalangu.co.ke", "expired yesterday"],
    ["njeri-bakes.com", "ends today"],
    ["safarinjema.com", "mail does not work"],
    ["nyumbapoa.co.ke", "suspended"],
    ["mwangihardware.co.ke", "ends in 30 days"],
    ["kilimobora.or.ke", "no DNS"],
  ]);
  expect(texts(".hello p")).toEqual(["6 things to do."]);
  expect(link("Add Domain")).toContain("/domains");
  // Two solid buttons: the one that renews what is due, and the bar of the ticked names.
  expect(texts("main section .button:not(.button-alt)").slice(0, 2)).toEqual([
    "Renew 4 names, KSh 9,576",
    "Renew the ticked names",
  ]);
  expect(texts("thead th")).toEqual(["Renew", "Domain Name", "Status", "Is it working?", "Expires", "Actions"]);
  const rows = all("tbody tr").map((row) => [...row.querySelectorAll("th, td")].map(textOf));
  expect(rows.map(([, name, status]) => [name, status])).toEqual([
    ["shambalangu.co.ke", "expired"],
    ["njeri-bakes.com", "active"],
    ["mwangihardware.co.ke", "active"],
    ["safarinjema.com", "active"],
    ["fundiwaviatu.co.ke", "active"],
    ["nyumbapoa.co.ke", "suspended"],
    ["mamamboga.co.ke", "active"],
    ["kilimobora.or.ke", "active"],
  ]);
  const due = [" yesterday", " ends today", " ends in 30 days", " in 31 days"];
  for (const [index, words] of due.entries()) expect(rows[index]?.[4]).toContain(words);
  const sights = all("tbody .sights").map((cell) => [...cell.children].map(textOf).join(", "));
  expect(sights[0]).toBe("Website, Mail to fix, SSL by CDN");
  expect(sights.at(-1)).toBe("DNS not set up");
  expect(all("tbody [name=pick]")).toHaveLength(8);
  expect(texts("body").join()).not.toContain("oumaelectronics");
});

test("the dashboard shows the cards, the year, the statistics, the suggestions and the search", async () => {
  const { texts, all, field } = await checkedPage();
  expect(texts("main h2")).toEqual([
    "To do",
    "Your Domains",
    "The year ahead",
    "Domain statistics",
    "Domain Search",
    "Suggestions",
  ]);
  expect(texts("main h3")).toEqual(["Domain Portfolio", "Security Status", "Renewal Overview", "Quick Actions"]);
  expect(all("main [role=img]").map((one) => one.getAttribute("aria-label"))).toEqual([
    expect.stringMatching(/^Renewals of the next twelve months\. \w+: 1 expired and [12] due soon/),
  ]);
  const [words = ""] = texts("main");
  // The last name ends in 340 days: at the end of a month that is within the twelve months, or after them.
  const monthIn = (days: number) => dateOf(dayNumber(new Date()) + days).month;
  expect(words).toContain(`KSh ${monthIn(340) < monthIn(0) + 12 ? "15,576" : "14,076"} together`);
  expect(words).toContain("7 of 8");
  expect(words).toContain("njerimwangi.co.ke");
  const { form, name } = field("Which name do you want?");
  expect([form?.method, form?.getAttribute("action"), name]).toEqual(["get", "/domains", "q"]);
});

test("the order page without a kind asks what to order, and each choice opens its form", async () => {
  const { status, texts, links } = await readPage("/dashboard/orders/new", first);
  expect(status).toBe(200);
  expect(texts("h1")).toEqual(["What do you want to order?"]);
  expect(links(".kinds a")).toHaveLength(6);
  expect(texts(".kinds a")[4]).toMatch(/^Transfer a name to us/);
  const titles = await Promise.all(
    links(".kinds a").map(async (href) => (await readPage(href ?? "", first)).texts("h1").join()),
  );
  expect(titles[4]).toBe("Transfer a name to us");
  expect(new Set(titles).size).toBe(6);
  expect((await readPage("/dashboard/orders/new?kind=steal", first)).status).toBe(404);
});

const load = () => pageResult(overview.loader(first.requestArgs("/dashboard")));

test("the dashboard's data contains neither stored DNS records nor ids", async () => {
  const { status, data } = await load();
  expect([status, JSON.stringify(data)]).toEqual([200, expect.not.stringMatching(/dns_records|zone_id|5a0d|user_id/)]);
});

test("the dashboard is a 503 that still greets the customer when the database is down", async () => {
  server.use(http.all("*/rest/v1/*", () => Response.json({ message: "out of memory" }, { status: 500 })));
  const failure = "Your domains could not be read. Please try again.";
  expect(await load()).toMatchObject({ status: 503, data: { name: FIRST.name, own: null, failure } });
  const orders = await pageResult(list.loader(first.requestArgs("/dashboard/orders")));
  expect(orders).toMatchObject({ status: 503, data: { orders: null } });
  const { data } = await look(first, "renew", "mamamboga.co.ke");
  expect(data).toMatchObject({ none: { title: "We can’t read your domains right now" } });
});

describe("the gateways", () => {
  test("return nothing for another customer's id, because row-level security backs the filter", async () => {
    const client = await clientOf(first);
    expect(await listDomains(client, SECOND.id)).toEqual({ ok: true, value: [] });
    expect(await findDomain(client, SECOND.id, "oumaelectronics.co.ke")).toMatchObject({ ok: false, status: 404 });
    await place(second, "renew", "oumaelectronics.co.ke");
    expect(await listOrders(client, SECOND.id)).toEqual({ ok: true, value: { orders: [], next: undefined } });
    expect(await listCurrentOrders(client, SECOND.id, new Date())).toEqual({ ok: true, value: [] });
  });

  test("find a domain in any case, and treat a foreign and an unknown one alike", async () => {
    const client = await clientOf(first);
    expect(await findDomain(client, FIRST.id, "MamaMboga.co.ke")).toMatchObject({
      ok: true,
      value: { name: "mamamboga.co.ke", status: "active", sslStatus: "active" },
    });
    for (const name of ["oumaelectronics.co.ke", "nobody.co.ke", "mama%", ""]) {
      expect(await findDomain(client, FIRST.id, name)).toEqual({
        ok: false,
        status: 404,
        message: "Domain not found in database",
      });
    }
  });
});

describe("an unknown URL of the account", () => {
  const UNKNOWN = ["/dashboard/nowhere", "/dashboard/orders/nowhere", "/dashboard/domains/mamamboga.co.ke/nowhere"];

  test.each(UNKNOWN)("%s keeps a customer in the account, by GET and POST", async (path) => {
    for (const fields of [undefined, [["name", "x"]] as [string, string][]]) {
      const { status, html } = await renderPage(first, path, fields);
      expect(status).toBe(404);
      expect(html).toContain("Not Found");
      for (const own of ["/dashboard", "/dashboard/orders", "/profile"]) expect(html).toContain(`href="${own}"`);
    }
  });

  test.each(UNKNOWN)("%s sends visitors to sign in, like every URL there", async (path) => {
    const to = `/login?redirectTo=${encodeURIComponent(path)}`;
    expect(await renderPage(newBrowser(), path)).toMatchObject({ status: 302, to });
    expect(await renderPage(newBrowser(), path, [["name", "x"]])).toMatchObject({ status: 302, to });
  });
});

// Comes last, because it deletes the customer's orders and domains.
test("a customer without domains is led to a first one", async () => {
  for (const table of ["orders", "domains"])
    await database.query(`delete from ${table} where user_id = $1`, [SECOND.id]);
  const { texts, link } = await readPage("/dashboard", second);
  expect(texts("h1")).toEqual(["Karibu, Otieno Ouma"]);
  expect(texts("main").join()).toContain("You don't have any domains yet");
  expect(texts("main").join()).toContain("No stats available");
  expect(link("Add Domain")).toContain("/domains");
  expect((await readPage("/dashboard/orders", second)).texts("main").join()).toContain(
    "You have not ordered anything yet",
  );
  const certificate = await readPage("/dashboard/orders/new?kind=certificate", second);
  expect(certificate.texts("main").join()).toContain("You don't have any domains yet");
  expect(certificate.link("Add Domain")).toContain("/domains");
});
