import { describe, expect, test } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { newBrowser } from "./browser.ts";
import "./database.ts";
import { readPage, textOf } from "./read-page.ts";
import { first } from "./two-customers.ts";

const FIELD = "Which name do you want?";
const search = (typed: string) => readPage(`/domains?q=${encodeURIComponent(typed)}`);
/** The result, which gets the focus when it arrives without a page load. */
const ANSWER = "section[data-arrival]";

describe("the result of a search", () => {
  test.each([
    ["taken-shop.com", "taken-shop.com is taken"],
    ["taken-shop.co.ke", "taken-shop.co.ke is taken"],
    ["unsupported-shop.xyz", "We don’t sell .xyz"],
    ["error500-shop.com", "We can’t check error500-shop.com right now"],
  ])("for %s says %s and offers no purchase", async (name, title) => {
    const { document, all, field, texts } = await search(name);
    expect(all(ANSWER).map((one) => one.getAttribute("aria-label"))).toEqual([title]);
    expect(document.title).toBe(`${title} | Mtandao`);
    expect(texts("a").filter((words) => /^Order this name$/.test(words))).toEqual([]);
    expect(field(FIELD).value).toBe(name);
  });

  test("offers a transfer to the holder of a name", async () => {
    const { texts, link } = await search("taken-shop.co.ke");
    expect(texts("h1")).toEqual(["taken-shop.co.ke"]);
    expect(link("I own it: transfer it to you")).toEqual([
      "/dashboard/orders/new?kind=transfer&domain=taken-shop.co.ke",
    ]);
  });

  test("highlights a Kenyan name that nobody uses, and never calls it free", async () => {
    const { document, texts, all, link } = await search("mamanjeri.co.ke");
    expect(document.title).toBe("Nobody uses mamanjeri.co.ke yet | Mtandao");
    expect(all(ANSWER).map((one) => one.getAttribute("aria-label"))).toEqual(["Nobody uses mamanjeri.co.ke yet"]);
    expect(texts(`${ANSWER} .kanga .state`)).toEqual(["Nobody uses it yet"]);
    expect(texts(`${ANSWER} .price`)).toEqual(["KSh 1,500", "KSh 1,500"]);
    expect(texts("main .steps li")).toEqual([
      expect.stringMatching(/^You order/),
      expect.stringMatching(/^We ask the registry/),
      expect.stringContaining("M-PESA Pay Bill"),
    ]);
    expect(texts("main").join()).not.toMatch(/\bfree\b/i);
    expect(link("Order this name")).toEqual([
      "/login?tab=signup&redirectTo=%2Fdashboard%2Forders%2Fnew%3Fkind%3Dregister%26domain%3Dmamanjeri.co.ke%26ksh%3D1500",
    ]);
    expect(link("Or ask us about it")).toEqual(["/contact?domain=mamanjeri.co.ke"]);
    const { field } = await readPage("/contact?domain=mamanjeri.co.ke");
    expect(field("Subject").value).toBe("Domain enquiry: mamanjeri.co.ke");
  });

  test.each(["unreachable-duka.co.ke", "error500-duka.com"])(
    "offers to look %s up again, and to order it all the same",
    async (name) => {
      const { texts, link, all } = await search(name);
      expect(texts("h1")).toEqual([`We can’t check ${name} right now`]);
      expect(link("Order it anyway")).toEqual([`/dashboard/orders/new?kind=register&domain=${name}`]);
      const again = all("form").find((one) => textOf(one).startsWith("Try again"));
      expect([again?.getAttribute("method"), again?.getAttribute("action")]).toEqual(["get", "/domains"]);
      expect(again?.querySelector("input")?.value).toBe(name);
    },
  );
});

describe("an invalid name", () => {
  test.each([
    ["script text", "<script>alert(1)</script>", /letters, digits and hyphens/],
    // The longest query of a URL; the server's tests have longer ones.
    ["1,900 characters", "a".repeat(1900), /too long/],
  ])("%s is refused at its field, with the input kept", async (_what, typed, message) => {
    const { status, field, description, all } = await search(typed);
    expect(status).toBe(400);
    expect(field(FIELD).value).toBe(typed);
    expect(field(FIELD).getAttribute("aria-invalid")).toBe("true");
    expect(description(field(FIELD)).join()).toMatch(message);
    expect(all("footer")).toHaveLength(1);
  });

  test("with spaces is offered joined and with hyphens, each as a link to its result", async () => {
    const { texts, link } = await search("mama duka.com");
    expect(texts(".meant")).toEqual(["Did you mean mamaduka.com or mama-duka.com?"]);
    expect(link("mama-duka.com")).toEqual(["/domains?q=mama-duka.com"]);
  });

  test("of words without an ending is offered with the endings of Kenya first, in a list with prices", async () => {
    const { texts } = await search("mama duka");
    expect(texts(".meant")).toEqual(["Did you mean mamaduka.co.ke, mama-duka.co.ke, mamaduka.com or mamaduka.ke?"]);
    expect(texts(".row-name")).toEqual(expect.arrayContaining(["mamaduka.co.ke", "mamaduka.ke", "mama-duka.co.ke"]));
    const kenyan = texts("ul[aria-label='Kenyan endings'] li");
    expect(kenyan[0]).toContain("mamaduka.co.ke");
    expect(kenyan[0]).toContain("KSh 1,500");
  });

  test.each(["", "   "])("%j makes no call and hints at what to type", async (typed) => {
    const { status, field, description } = await search(typed);
    expect(status).toBe(200);
    expect(description(field(FIELD)).join()).toContain("Type the name you want");
    expect(field(FIELD).hasAttribute("autofocus")).toBe(true);
    expect(field(FIELD).hasAttribute("aria-invalid")).toBe(false);
  });
});

test("a flood of searches from one address gets a page with the form and a time to wait", async () => {
  const browser = newBrowser();
  await consume("search", browser.requestArgs().context.address, 120);
  const { status, headers, field, all } = await readPage("/domains?q=taken-flood.com", browser);
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(field(FIELD).value).toBe("taken-flood.com");
  const again = all("form").find((one) => textOf(one).startsWith("Try again"));
  expect(again?.querySelector("input")?.value).toBe("taken-flood.com");
  // An invalid name makes no call, and is shown all the same.
  expect((await readPage("/domains?q=-", browser)).status).toBe(400);
});

test("signing up names the price of the search, and a well-known company's name has advice", async () => {
  const { link } = await search("mamanjeri.com");
  const [signUp] = [...link("Order this name"), ...link("Order for KSh 1,942")];
  expect((await readPage(signUp ?? "")).texts("main p").join()).toContain(
    "You are ordering mamanjeri.com, KSh 1,942 for the first year.",
  );
  const { texts } = await search("google.com");
  expect(texts(".taken p").join()).toContain("It is the name of a well-known company.");
  expect(texts("h2")).toContain("Popular endings");
});

test("a signed-in customer orders a found name at once", async () => {
  const { link } = await readPage("/domains?q=mamanjeri.com", first);
  expect(link("Order this name")).toEqual(["/dashboard/orders/new?kind=register&domain=mamanjeri.com"]);
});

test("a list of names has a tick box for each free one, their total, one button and a way back", async () => {
  const { texts, link, all } = await readPage("/domains/board?names=mamanjeri.com%0Ataken-duka.com%0Amamanjeri.co.ke");
  const form = "form[action='/dashboard/orders/several']";
  const ticks = all(`${form} input:checked`).map((one) => one.getAttribute("value"));
  expect([ticks, texts(`${form} button`)]).toEqual([["mamanjeri.com", "mamanjeri.co.ke"], ["Order the ticked names"]]);
  expect(texts("main p")).toContain("2 names can be ordered. The first year costs KSh 3,442 together.");
  expect(link("Search one name")).toEqual(["/domains"]);
  const every = await readPage("/domains/board?name=mamanjeri");
  expect([every.all("textarea"), every.link("Check several names")]).toEqual([[], ["/domains/board"]]);
});

describe("suggested names", () => {
  const LISTS = 'ul[aria-label^="Kenyan endings"], ul[aria-label^="Other endings"], ul[aria-label^="Similar"]';

  test("are listed with a link to check each", async () => {
    const { all, texts, link, links } = await search("njeri-duka.com");
    const rows = all(LISTS).flatMap((list) => [...list.children]);
    expect(rows).toHaveLength(8);
    const names = texts(".endings .row-name, .row-name");
    expect(names.slice(0, 3)).toEqual(["njeri-duka.co.ke", "njeri-duka.ke", "njeri-duka.or.ke"]);
    const shortest = rows[1]?.textContent;
    expect(shortest).toContain("The shortest");
    expect(shortest).toContain("KSh\u00a04,500");
    expect(texts("main").join()).not.toMatch(/Related|Generic/);
    expect(links(".rows a[aria-label^=Check]")).toHaveLength(8);
    expect(link("Check njeri-duka.net")).toEqual(["/domains?q=njeri-duka.net"]);
  });
});

test("the search page without a query explains itself, shows popular endings, and leads on", async () => {
  const { texts, link } = await readPage("/domains");
  expect(texts("li button[name=ending]")).toHaveLength(6);
  expect(link("Check several names")).toEqual(["/domains/board"]);
  expect(texts("main h2")).toContain("Why do you think you need a domain name?");
  expect(link("More About TLDs")).toEqual(["/blog/what-are-tlds-and-why-they-matter-for-your-brand"]);
  expect(link("Browse All Domains")).toEqual(["/domains/pricing"]);
  expect(link("Need Help?")).toEqual(["/contact"]);
});
