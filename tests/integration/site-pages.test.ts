import { describe, expect, test } from "vitest";
import { HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { newBrowser } from "./browser.ts";
import "./database.ts";
import { readPage, textOf } from "./read-page.ts";

describe("the home page", () => {
  test("offers e-mail with five points, three cards and the price for each user", async () => {
    const { all, texts } = await readPage("/");
    expect(texts(".email h2")).toEqual(["Write from your own name"]);
    expect(texts(".email .points li")).toHaveLength(5);
    expect(texts(".email .points li")).toContain("1 TB of cloud storage per user");
    expect(texts(".thirds h3")).toEqual(["Professional e-mail", "Microsoft 365", "Not sure?"]);
    const [cards = ""] = texts(".thirds");
    expect(cards).toContain("KSh 909 a user, a month");
    expect(cards).toContain("≈ US$6.99 · 50 GB mailbox");
    const order = "/dashboard/orders/new?kind=mail";
    expect(all(".thirds a").map((one) => one.getAttribute("href"))).toEqual([
      order,
      `${order}&plan=microsoft-365`,
      "/contact",
    ]);
  });

  test("shows four plans with prices in shillings and dollars, and recommends one", async () => {
    const cells = (await readPage("/")).all(".bolt > li");
    expect(cells.map((cell) => cell.querySelector("h3")?.textContent)).toEqual(HOSTING_PLANS.map(({ name }) => name));
    const [starter] = cells.map(textOf);
    for (const words of [
      "KSh 519 a month",
      "≈ US$3.99 · KSh 6,228 a year instead of KSh 649, ≈ US$4.99",
      ...(HOSTING_PLANS[0]?.features ?? []),
    ])
      expect(starter).toContain(words);
    expect(cells.map((cell) => textOf(cell).includes("Recommended"))).toEqual([false, false, true, false]);
  });

  test("links each plan to its order, and undecided visitors to the contact form", async () => {
    const { link, texts } = await readPage("/");
    expect(link("Choose Deluxe")).toEqual(["/dashboard/orders/new?kind=hosting&plan=deluxe"]);
    expect(texts("main h2")).toContain("Not sure what you need?");
    expect(link("Talk to us")).toEqual(["/contact"]);
    const { field } = await readPage("/contact?plan=deluxe");
    expect(field("Subject").value).toBe("Hosting enquiry: Deluxe with SSL");
    expect(field("Message").value).toBe("Hello, I am interested in the Deluxe with SSL hosting plan.");
    expect(field("Domain (optional)").value).toBe("");
  });
});

test("the price list shows every ending in two tables, Kenyan ones first, with its purpose", async () => {
  const { kept, texts, all } = await readPage("/domains/pricing");
  expect(kept).toContain("public");
  expect(texts("main h2")).toEqual(["Kenyan endings", "International endings"]);
  const [kenyan, others] = all("table");
  const inside = (table: Element | undefined, selector: string) =>
    [...(table?.querySelectorAll(selector) ?? [])].map(textOf);
  // No Kenyan ending costs more after the first year, so one column is enough.
  expect(inside(kenyan, "thead th")).toEqual(["Ending", "Each year"]);
  expect(inside(others, "thead th")).toEqual(["Ending", "1st year", "then"]);
  expect(inside(kenyan, "tbody th")).toHaveLength(10);
  expect(inside(others, "tbody th")).toHaveLength(13);
  const rowOf = (ending: string) => {
    const row = all("tbody tr").find((one) => inside(one, "th")[0]?.startsWith(ending));
    return inside(row, "th, td");
  };
  expect(rowOf(".co.ke")[0]).toBe(".co.keFor a business");
  expect(rowOf(".ac.ke")[0]).toBe(".ac.keFor colleges (certificate needed)");
  expect(rowOf(".keThe")).toEqual([".keThe shortest", "KSh 4,500≈ US$34.62"]);
  expect(rowOf(".com")).toEqual([".comKnown everywhere", "KSh 1,942≈ US$14.94", "KSh 3,288≈ US$25.29"]);
  expect(texts("body").join().split("Haba na haba hujaza kibaba")).toHaveLength(2);
});

test("the school form starts with its defaults and has all options", async () => {
  const { all, field } = await readPage("/stride");
  const optionsOf = (label: string) => [...field(label).querySelectorAll("option")].map(textOf);
  expect(all("[type=radio]")).toHaveLength(6);
  expect(all("[type=radio][checked]").map((one) => one.getAttribute("value"))).toEqual(["Headteacher"]);
  expect([field("Phone").type, field("Phone").placeholder]).toEqual(["tel", "0712345678"]);
  expect(optionsOf("Students (optional)")).toEqual(["Select...", "1-100", "101-300", "301-500", "500+"]);
  expect(optionsOf("Most useful to you (optional)")).toEqual([
    "Select...",
    "CBC Support",
    "Exam Preparation",
    "Fee Management",
    "Automated Reports",
  ]);
  expect(field("Send me news about Stride, too.").checked).toBe(false);
});

test.each([
  ["/privacy", "Privacy Policy", "Data Protection Commissioner"],
  ["/terms", "Terms and Conditions", "Kenyan shillings"],
  ["/cookies", "Cookie Policy", "sets no cookie at all"],
])("%s has today's date, contents that name its parts, and a contact address", async (...expected) => {
  const [path, title, words] = expected;
  const { document, texts, links, all } = await readPage(path);
  expect([document.title, ...texts("h1")]).toEqual([`${title} | Mtandao`, title]);
  const today = new Date().toLocaleDateString("en-CA", { timeZone: "Africa/Nairobi" });
  expect(all("main time")[0]?.getAttribute("datetime")).toBe(today);
  expect(texts("main p")[0]).toMatch(/^Last updated \d+ \w+ \d{4}$/);
  expect(texts("main").join()).toContain(words);
  expect(links("main a")).toContain("mailto:info@mtandao.co.ke");
  expect(texts(".contents a")).toEqual(texts("main h2"));
  expect(links(".contents a")).toEqual(all("main h2").map(({ id }) => `#${id}`));
  expect(new Set(links(".contents a")).size).toBe(all("main h2").length);
  expect(links("footer a")).toContain(path);
});

test("reading and searching set no cookie, as the cookie policy says", async () => {
  for (const path of ["/", "/domains?q=mamanjeri.com", "/domains/pricing", "/contact", "/cookies"]) {
    const browser = newBrowser();
    const { headers } = await readPage(path, browser);
    expect([path, headers.get("Set-Cookie"), browser.setCookies]).toEqual([path, null, []]);
  }
});

describe("the layout", () => {
  test.each([
    ["/nothing-here?x=1", "Not Found", "Home", "/"],
    ["/projects/nobody", "Not Found", "Home", "/"],
    ["/blog/nothing-here", "Post not found.", "All Posts", "/blog"],
  ])("surrounds %s, which is a 404 with a way on", async (path, title, words, way) => {
    const { status, texts, link, all, content } = await readPage(path);
    expect([status, content("meta[name=robots]")]).toEqual([404, "noindex"]);
    expect(texts("main h1")).toEqual([title]);
    expect(link(words)).toContain(way);
    expect(all("header, footer")).not.toEqual([]);
  });

  test("has links to existing pages, and the three latest posts", async () => {
    const { links } = await readPage("/");
    const own = [...new Set(links("header a, footer a"))].filter((href): href is string => /^\//.test(href ?? ""));
    expect(own.length).toBeGreaterThan(8);
    for (const href of own) expect([href, (await readPage(href)).status]).toEqual([href, 200]);
    expect(links("footer a[href^='/blog/']")).toHaveLength(3);
  });
});

describe("a project", () => {
  test("has its own URL and page", async () => {
    const { status, document, texts, all, link } = await readPage("/projects/1");
    expect([status, document.title]).toEqual([200, "Mama Njeri Foods | Mtandao"]);
    expect(texts("h1")).toEqual(["Mama Njeri Foods"]);
    expect(all("dialog, [role=dialog]")).toEqual([]);
    expect(all("dl > div").map((one) => [...one.children].map(textOf))).toEqual([
      ["Client", "Mama Njeri Foods, Kiambu"],
      ["Category", "E-commerce"],
      ["Year", "2026"],
      ["Made with", "Remix, PostgreSQL, M-PESA Daraja, Tailwind CSS"],
      ["Tags", "orders, payments"],
    ]);
    expect(link("View Live (opens in a new tab)")).toEqual(["https://mamanjerifoods.example/"]);
    const [live] = all("main a[target]");
    expect([live?.getAttribute("target"), live?.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
    expect(texts("main a").filter((words) => words.startsWith("View Code"))).toEqual([]);
    expect(all("nav[aria-label='Where you are'] a").map((one) => one.getAttribute("href"))).toEqual(["/projects"]);
  });

  test("links its code if there is some, and leaves out unknown facts", async () => {
    expect((await readPage("/projects/5")).link("View Code (opens in a new tab)")).toEqual([
      "https://github.example/bahari/calendar",
    ]);
    expect((await readPage("/projects/8")).texts("main a").filter((words) => words.startsWith("View"))).toEqual([]);
  });

  test("is a card with at most three technologies; an app has a badge, a phone and its demo", async () => {
    const { all } = await readPage("/projects");
    const cardOf = (title: string) => all(".work").find((one) => one.querySelector("h2")?.textContent === title);
    const [food, app] = [cardOf("Mama Njeri Foods"), cardOf("Shamba Prices")];
    expect(food?.textContent).toContain("E-commerce · 2026");
    expect(food?.textContent).toContain("Made with Remix, PostgreSQL and M-PESA Daraja.");
    expect([...(food?.querySelectorAll(".mobile, .phone") ?? [])]).toEqual([]);
    expect(app?.querySelector(".mobile")?.textContent).toBe("Mobile App");
    expect(app?.querySelector(".phone img")).not.toBeNull();
    expect([...(app?.querySelectorAll("a") ?? [])].map(textOf)).toContain("Try Live Demo of Shamba Prices");
    expect(all(".work a").filter((one) => textOf(one).startsWith("Try Live Demo"))).toHaveLength(2);
  });

  test("may embed its demo in a frame, as the list may, and no other page", async () => {
    const framesOf = async (path: string) => {
      const policy = (await readPage(path)).headers.get("Content-Security-Policy") ?? "";
      return /frame-src ([^;]+)/.exec(policy)?.[1]?.split(" ");
    };
    const [own] = (await framesOf("/contact")) ?? [];
    // In the sandbox the bot check's frame and the demos come from one place.
    for (const path of ["/projects", "/projects/1", "/projects/2?demo=1"])
      expect([path, await framesOf(path)]).toEqual([path, [own, own]]);
    for (const path of ["/", "/contact", "/domains"]) expect([path, await framesOf(path)]).toEqual([path, [own]]);
  });
});
