import { expect, test } from "vitest";
import { demoDomains } from "#mocks/demo-customers.ts";
import { readPage, textOf } from "./read-page.ts";
import { database, first, SECOND, second } from "./two-customers.ts";

test("the dashboard greets the customer, lists the action items, and shows each domain as a row", async () => {
  const { texts, all, link, kept } = await readPage("/dashboard", first);
  expect(kept).toMatch(/^private/);
  expect(texts("h1")).toEqual(["Habari, Njeri Mwangi"]);
  expect(texts(".needs li .what").map((line) => line.split(/(?<=\.(?:com|co\.ke|or\.ke))/))).toEqual([
    ["shambalangu.co.ke", "expired yesterday"],
    ["nyumbapoa.co.ke", "suspended"],
    ["njeri-bakes.com", "ends today"],
    ["mwangihardware.co.ke", "ends in 30 days"],
    ["kilimobora.or.ke", "no DNS"],
    ["fundiwaviatu.co.ke", "no SSL"],
  ]);
  expect(texts(".hello p")).toEqual(["Six things need you."]);
  expect(link("Add Domain")).toContain("/domains");
  expect(texts("thead th")).toEqual(["Domain Name", "Status", "Expires", "SSL", "Actions"]);
  const rows = all("tbody tr").map((row) => [...row.querySelectorAll("th, td")].map(textOf));
  expect(rows.map(([name, status]) => [name, status])).toEqual([
    ["shambalangu.co.ke", "expired"],
    ["njeri-bakes.com", "activeends today"],
    ["mwangihardware.co.ke", "activeends in 30 days"],
    ["safarinjema.com", "active"],
    ["fundiwaviatu.co.ke", "active"],
    ["nyumbapoa.co.ke", "suspended"],
    ["mamamboga.co.ke", "active"],
    ["kilimobora.or.ke", "active"],
  ]);
  const due = [" yesterday", " today", " in 30 days", " in 31 days"];
  for (const [index, words] of due.entries()) expect(rows[index]?.[2]).toContain(words);
  expect(texts("body").join()).not.toContain("oumaelectronics");
});

test("the dashboard shows the cards, the year, the statistics, the suggestions and the search", async () => {
  const { texts, all, field } = await readPage("/dashboard", first);
  expect(texts("main h2")).toEqual([
    "Needs you",
    "Your Domains",
    "Domain Portfolio",
    "Security Status",
    "Renewal Overview",
    "Quick Actions",
    "The year ahead",
    "Suggestions",
    "Domain statistics",
    "Domain Search",
  ]);
  expect(all("main [role=img]").map((one) => one.getAttribute("aria-label"))).toEqual([
    expect.stringMatching(/^Renewals of the next twelve months\. \w+: 1 expired and [12] due soon/),
  ]);
  const [words = ""] = texts("main");
  expect(words).toContain("Renewing all 8 names for a year costs KSh 15,576.");
  expect(words).toContain("7 of 8");
  expect(words).toContain("njerimwangi.co.ke");
  const { form, name } = field("Which name do you want?");
  expect([form?.method, form?.getAttribute("action"), name]).toEqual(["get", "/domains", "q"]);
});

test("a customer without domains is led to a first one", async () => {
  await database.query("delete from domains where user_id = $1", [SECOND.id]);
  const { texts, link } = await readPage("/dashboard", second);
  expect(texts("h1")).toEqual(["Habari, Otieno Ouma"]);
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

test("the order page without a kind asks what to order, and each choice opens its form", async () => {
  const { status, texts, links } = await readPage("/dashboard/orders/new", first);
  expect(status).toBe(200);
  expect(texts("h1")).toEqual(["What do you want to order?"]);
  expect(links(".kinds a")).toHaveLength(5);
  expect(texts(".kinds a")[3]).toMatch(/^Transfer a name to us/);
  const titles = await Promise.all(
    links(".kinds a").map(async (href) => (await readPage(href ?? "", first)).texts("h1").join()),
  );
  expect(titles[3]).toBe("Transfer a name to us");
  expect(new Set(titles).size).toBe(5);
  expect((await readPage("/dashboard/orders/new?kind=steal", first)).status).toBe(404);
});

test.each(["oumaelectronics.co.ke", "nobody-has-this.co.ke"])(
  "%s, which belongs to another customer or nobody, is not found on any page",
  async (name) => {
    expect(demoDomains.filter((domain) => domain.name === name && domain.owner === 0)).toEqual([]);
    const order = await readPage(`/dashboard/orders/new?kind=renew&domain=${name}`, first);
    expect([order.status, ...order.texts("h1")]).toEqual([404, "Not Found"]);
    for (const path of ["dns", "dns/add"]) {
      const { texts } = await readPage(`/dashboard/domains/${name}/${path}`, first);
      expect(texts("main :is(h1, h2)")).toContain("Domain not found in database");
    }
  },
);
