import { beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";
import { database, FIRST, SECOND } from "./two-customers.ts";

let browser: Browser;
const PAGE = `/desk/people/${FIRST.id}`;
beforeAll(async () => {
  browser = await staffBrowser();
  await renderPage(browser, "/desk/people", Object.entries({ form: "look", email: FIRST.email, reason: "order" }));
});

describe("the page of a person", () => {
  const REFERENCE = (index: number) => `M${String(index).padStart(7, "0")}`;
  beforeAll(async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key, created_at)
       select $1, 'renew', 'many-' || n || '.co.ke', 1500, 'done', 'person-part-' || n, now() - n / 3 * interval '1 day'
       from generate_series(1, 45) as n`,
      [FIRST.id],
    );
    await database.query(`insert into bills (user_id, reference, amount_ksh) values ($1, $2, 1500), ($3, $4, 1600)`, [
      FIRST.id,
      REFERENCE(1),
      SECOND.id,
      REFERENCE(2),
    ]);
    await database.query(
      `insert into payments (code, user_id, bill_id, amount_ksh, paid_at, source, state)
       select 'SPART' || n || '0000', $1, id, 700, now(), 'paybill', 'held' from bills, generate_series(1, 1) as n where reference = $2`,
      [FIRST.id, REFERENCE(1)],
    );
    await database.query(
      `insert into messages (key, name, email, subject, message) values
         ('of-the-first', 'Njeri', upper($1), 'About my shop', 'Habari'), ('of-another', 'Otieno', $2, 'About his shop', 'Habari')`,
      [FIRST.email, SECOND.email],
    );
  });
  test("has bills, payments, messages and the log of this person, and nothing of others", async () => {
    const { texts } = await readPage(PAGE, browser);
    const text = texts("main").join();
    for (const words of [REFERENCE(1), "SPART10000", "To confirm", "About my shop", "looked at person"])
      expect(text).toContain(words);
    for (const words of [REFERENCE(2), "About his shop"]) expect(text).not.toContain(words);
  });

  test("says the states in the words of the desk, and begins a mail about a name that ends soon", async () => {
    await database.query(
      `insert into domains (user_id, name, status, expiry_date) values
         ($1, 'karibu.co.ke', 'active', now() + interval '4 days'), ($1, 'zamani.co.ke', 'active', now() - interval '4 days'),
         ($1, 'mbali.co.ke', 'active', now() + interval '90 days')`,
      [FIRST.id],
    );
    const { all, texts } = await readPage(PAGE, browser);
    expect(new Set(texts("#orders li .quiet"))).toEqual(new Set(["Done, KSh 1,500"]));
    const row = (name: string) => all("#names li").find(({ textContent }) => textContent?.includes(name));
    const link = (name: string) => row(name)?.querySelector("a[href*=remind]")?.getAttribute("href") ?? "";
    expect(row("zamani.co.ke")?.textContent).toContain("Not renewed, ended");
    expect(link("mbali.co.ke")).toBe("");
    const letter = async (name: string) => {
      const { document } = await readPage(link(name), browser);
      return decodeURIComponent(document.querySelector("a[href^=mailto][href*=body]")?.getAttribute("href") ?? "");
    };
    expect(await letter("karibu.co.ke")).toMatch(/^mailto:[^?]+@[^?]+\?subject=Your name karibu\.co\.ke ends on /);
    expect(await letter("karibu.co.ke")).toContain("/dashboard/orders/new?kind=renew&domain=karibu.co.ke");
    expect(await letter("zamani.co.ke")).toContain("zamani.co.ke ended on ");
    // The name of another customer has no letter here.
    const { document } = await readPage(`${PAGE}?remind=oumaelectronics.co.ke`, browser);
    expect(document.querySelector("#remind-title")).toBeNull();
  });

  test("leads through all orders, each once, twenty a page", async () => {
    const found: string[] = [];
    for (let path: string | undefined = PAGE; path; ) {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(path, browser);
      const names = page.texts("#orders li").flatMap((row) => /many-\d+/.exec(row) ?? []);
      found.push(...names);
      expect(page.all("#orders li").length).toBeLessThanOrEqual(20);
      path = page.link("Older orders")[0]?.split("#")[0];
    }
    expect([found.length, new Set(found).size]).toEqual([45, 45]);
  });

  test.each([
    "orders=x",
    "orders=2026-99-99T00:00:00Z~a",
    "log=2026-11-27T00:00:00Z~'%00",
    "names=~",
    "payments=1~2~3",
  ])("begins with the newest rows for the key %s", async (query) => {
    const response = await readPage(`${PAGE}?${query}`, browser);
    expect(response.all("#orders li")).toHaveLength(20);
  });

  test("says first what the person owes and has, and of each open order whether it is paid", async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key, bill_id)
       select $1, 'renew', 'unpaid.co.ke', 1500, 'requested', 'person-part-unpaid', id from bills where reference = $2`,
      [FIRST.id, REFERENCE(1)],
    );
    const stateOf = (page: { texts: (what: string) => string[] }) =>
      page.texts("#orders li").find((row) => row.includes("unpaid.co.ke"));
    const before = await readPage(PAGE, browser);
    expect(before.texts(".facts dd").slice(0, 2)).toEqual([
      "KSh 1,500",
      expect.stringMatching(/\d+ names, \d+ services?/),
    ]);
    expect(stateOf(before)).toContain("Not paid yet, KSh 1,500");
    await database.query("update bills set paid_ksh = 1500, paid_at = now() where reference = $1", [REFERENCE(1)]);
    const after = await readPage(PAGE, browser);
    expect(after.texts(".facts dd")[0]).not.toContain("KSh");
    expect(stateOf(after)).toContain("Paid, KSh 1,500");
  });
});
