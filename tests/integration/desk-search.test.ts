import { beforeEach, describe, expect, test } from "vitest";
import { meantBy } from "#app/routes/desk/search-results.server.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { signIn } from "./customers.ts";
import { database, FIRST, made, SECOND } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

let staff: Browser;
beforeEach(async () => {
  await database.query("truncate payments, bills cascade");
  await database.query("update auth.users set raw_user_meta_data = $2 where id = $1", [
    FIRST.id,
    JSON.stringify({ full_name: "Zawadi Wanjikũ O’Brien", contact_phone: "+254712345678" }),
  ]);
  staff = await staffBrowser();
});

const pathOf = (q: string) => `/desk/search?${new URLSearchParams({ q })}`;

/** Returns the links of each group that a search finds. */
async function find(q: string): Promise<Record<string, (string | null)[]>> {
  const { document } = await readPage(pathOf(q), staff);
  const groups = [...document.querySelectorAll("main section")].map((section) => [
    section.querySelector("h2")?.firstChild?.textContent?.trim(),
    [...section.querySelectorAll("li a")].map((link) => link.getAttribute("href")),
  ]);
  return Object.fromEntries(groups);
}

async function pay(code: string, ksh: number, typed: string | null = null) {
  await database.query(
    `insert into payments (code, amount_ksh, paid_at, source, state, typed_reference)
     values ($1, $2, now(), 'paybill', 'unmatched', $3)`,
    [code, ksh, typed],
  );
}

async function bill(reference: string, ksh: number) {
  const order = await made("register", `${reference.toLowerCase()}.co.ke`, ksh);
  await database.query(
    `with bill as (insert into bills (user_id, reference, amount_ksh) values ($1, $2, $3) returning id)
     update orders set bill_id = bill.id from bill where orders.id = $4`,
    [FIRST.id, reference, ksh, order.id],
  );
  return order;
}

describe("the search of the desk", () => {
  test("finds a person by parts of the name in any order and by the phone in any spelling, without an address", async () => {
    const person = [`/desk/people/${FIRST.id}`];
    for (const q of ["zawadi", "WANJIKŨ zawadi", "o'brien", "o’bri", "0712 345 678", "+254712345678"])
      expect([q, (await find(q)).People]).toEqual([q, person]);
    for (const q of ["zawadi kamau", "0712 345 679", FIRST.email])
      expect([q, (await find(q)).People]).toEqual([q, undefined]);
    const { html } = await renderPage(staff, pathOf("zawadi"));
    expect(html.slice(html.indexOf("<main"), html.indexOf("</main"))).not.toMatch(/@example|345\s?678/);
    expect((await readPage(person[0] ?? "", staff)).texts('main button[name="reason"]').length).toBeGreaterThan(1);
  });

  test("tells people of one name apart by number and domain, and says at the question whom it is about", async () => {
    const [row = ""] = (await readPage(pathOf("zawadi"), staff)).texts("main section:first-of-type li");
    const [, number, domain] = /(W[0-9A-F]{4}-[0-9A-F]{4}) · ([a-z-]+\.[a-z.]+)/.exec(row) ?? [];
    expect((await readPage(`/desk/people/${FIRST.id}`, staff)).texts("main p.stranger")).toEqual([
      `Zawadi Wanjikũ O’Brien, ${number}, ${domain}`,
    ]);
  });

  test("follows a changed name, and forgets a person whose account is gone", async () => {
    await database.query(`update auth.users set raw_user_meta_data = '{"full_name": "Achieng"}' where id = $1`, [
      FIRST.id,
    ]);
    expect((await find("zawadi")).People).toBeUndefined();
    expect((await find("achi")).People).toEqual([`/desk/people/${FIRST.id}`]);
    await database.query("update auth.users set raw_user_meta_data = '{}' where id = $1", [FIRST.id]);
    expect((await find("achi")).People).toBeUndefined();
  });

  test("finds names and orders by a part of the domain, and an order by its number", async () => {
    const order = await made("hosting", "duka-letu.co.ke");
    await database.query("insert into domains (user_id, name, expiry_date) values ($1, 'duka-letu.co.ke', now())", [
      SECOND.id,
    ]);
    expect(await find("Duka-L")).toMatchObject({
      Names: [expect.stringMatching(/^\/desk\/names\/duka-letu\.co\.ke/)],
      Orders: [`/desk/orders/${order.id}`],
    });
    expect((await find(order.id.slice(0, 8))).Orders).toEqual([`/desk/orders/${order.id}`]);
  });

  test("finds bills and payments by an amount, a code, a reference and a typed account number", async () => {
    const order = await bill("M2346799", 1500);
    await pay("SAB12CD34E", 1500, "wanjiku duka");
    await pay("SAB12CD35F", 1600);
    for (const q of ["1500", "KSh 1,500", "1500.00", "ksh. 1500/="])
      expect([q, await find(q)]).toEqual([
        q,
        { Bills: [`/desk/orders/${order.id}`], Payments: ["/desk/payments/SAB12CD34E"] },
      ]);
    expect((await find("M2346799")).Bills).toEqual([`/desk/orders/${order.id}`]);
    expect((await find("sab12cd35")).Payments).toEqual(["/desk/payments/SAB12CD35F"]);
    expect((await find("Wanjiku D")).Payments).toEqual(["/desk/payments/SAB12CD34E"]);
  });

  test("finds a person by the last digits of the phone and by the number of the log", async () => {
    const person = [`/desk/people/${FIRST.id}`];
    const number = FIRST.id.slice(0, 8).toUpperCase();
    for (const q of ["5678", "345 678", "12345678", `W${number.slice(0, 4)}-${number.slice(4)}`, number.toLowerCase()])
      expect([q, (await find(q)).People]).toEqual([q, expect.arrayContaining(person)]);
    for (const q of ["5679", "678", "1234", "W0000-0000"]) expect([q, (await find(q)).People]).toEqual([q, undefined]);
  });

  test("finds a bill by what is missing, and by the numbers of its receipt and its credit note", async () => {
    const order = await bill("M2346798", 1500);
    await database.query("update bills set paid_ksh = 267");
    expect((await find("1,233")).Bills).toEqual([`/desk/orders/${order.id}`]);
    expect((await renderPage(staff, pathOf("1233"))).html).toContain("1,233 missing");
    await database.query(
      `with paper as (insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)
         select '2026-00077', id, user_id, now(), 1500, 0, '{}', '{}', '[]', '[]' from bills returning *)
       insert into credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_cents, way, code)
         select 'CN-2026-00007', number, user_id, now(), 100, 0, 'mpesa', 'SABCDEFGHI' from paper`,
    );
    for (const q of ["2026-00077", "cn-2026-00007"])
      expect((await find(q)).Bills).toEqual([`/desk/orders/${order.id}`]);
    expect((await find("2026-00078")).Bills).toBeUndefined();
  });

  test("shows ten of each group and where the others are", async () => {
    for (let n = 10; n < 21; n++) await pay(`SAB12CD3${n}`, 1500);
    const { document, link } = await readPage(pathOf("sab12cd3"), staff);
    expect(document.querySelectorAll("main li")).toHaveLength(10);
    expect(link("More payments")).toEqual(["/desk/payments?state=all&q=SAB12CD3"]);
    expect((await renderPage(staff, pathOf("1500"))).html).toContain("There are more");
  });

  test("says what to do if the text is too short or nothing is like that, and repeats it", async () => {
    for (const q of ["ab", "x y", "-"]) expect((await renderPage(staff, pathOf(q))).html).toContain("at least three");
    for (const q of ["nobody-has-this", "%%%", "'; drop table x; --", "\\\\\\"]) {
      const { status, html } = await renderPage(staff, pathOf(q));
      expect([q, status, html.includes("Nothing is like that")]).toEqual([q, 200, true]);
    }
    expect(
      (await readPage(pathOf("  <b>nobody "), staff)).document.querySelector<HTMLInputElement>("main input")?.value,
    ).toBe("<b>nobody");
    expect((await renderPage(staff, `/desk/search?q=${"a".repeat(5000)}%00`)).status).toBe(200);
  });

  test("tells nothing to customers, who get the page of an unknown address", async () => {
    const customer = newBrowser();
    await signIn(customer, SECOND.email, "sandbox-password");
    const [search, unknown] = [
      await renderPage(customer, pathOf("zawadi")),
      await renderPage(customer, "/desk/nowhere"),
    ];
    expect([search.status, unknown.status]).toEqual([404, 404]);
    expect(search.html).not.toContain("Wanjik");
  });
});

test.each([
  ["12", { ksh: 12, words: null, code: null, phone: null }],
  ["1,500/=", { ksh: 1500, code: "1,500/=" }],
  ["0712345678", { phone: "+254712345678", ksh: 712_345_678, last_digits: null }],
  ["345 678", { phone: null, last_digits: "345678" }],
  ["99999999999", { ksh: null }],
  ["0", undefined],
])("%s is looked for as %j", (q, meant) => {
  if (meant) expect(meantBy(q)).toMatchObject(meant);
  else expect(meantBy(q)).toBeUndefined();
});
