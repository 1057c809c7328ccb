import "./mpesa-settings.ts";
import { JSDOM } from "jsdom";
import { afterEach, expect, test } from "vitest";
import { make, orders, post } from "./own-service-page.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first } from "./two-customers.ts";

afterEach(() => database.query("truncate receipts cascade"));

test("the sum of five mailboxes is shown before the order, and nothing is ordered", async () => {
  const page = "/dashboard/orders/new?kind=mail&domain=duka.co.ke&plan=professional";
  const sum = await renderPage(first, page, [
    ["seats", "5"],
    ["sum", "1"],
  ]);
  expect(sum.status).toBe(200);
  const { document } = new JSDOM(sum.html).window;
  expect([...document.querySelectorAll("main output")].map(textOf)).toEqual(["KSh 54,540 a year"]);
  expect(document.querySelector<HTMLInputElement>("[name=seats]")?.value).toBe("5");
  expect(await orders()).toEqual([]);
});

test("own names without the service are one press away", async () => {
  await make();
  await database.query(
    `insert into domains (name, user_id, status, expiry_date) values ('duka.co.ke', $1, 'active', now() + interval '1 year'),
     ('kuku.co.ke', $1, 'active', now() + interval '1 year') on conflict do nothing`,
    [FIRST.id],
  );
  const listed = async (kind: string) =>
    (await readPage(`/dashboard/orders/new?kind=${kind}`, first)).texts("main .kinds a");
  expect(await listed("hosting&plan=starter")).toContain("kuku.co.ke");
  expect(await listed("hosting&plan=starter")).not.toContain("duka.co.ke");
  expect(await listed("mail")).toContain("duka.co.ke");
  await database.query("delete from domains where name in ('duka.co.ke', 'kuku.co.ke')");
});

test("mailboxes have their webmail and the page that connects them", async () => {
  const path = await make({ kind: "mail", plan: "professional", seats: 5 });
  const page = await readPage(path, first);
  expect(page.link("Open webmail (opens in a new tab)")).toEqual(["https://panel.example/"]);
  await database.query("update services set access = '{}', plan = 'microsoft-365'");
  expect((await readPage(path, first)).link("Open webmail (opens in a new tab)")).toEqual([
    "https://outlook.office.com/mail/",
  ]);
});

test("the bill of a suspended service, once paid, says that we switch it on, and leads to its page", async () => {
  const path = await make({ state: "suspended", ends: -12 });
  const { to } = await post(path, "renew");
  const bill = String(to).split("/").at(-1);
  await database.query("update bills set paid_ksh = amount_ksh, paid_at = now() where id = $1", [bill]);
  await database.query("update orders set status = 'done'");
  const paid = await readPage(String(to), first);
  expect(paid.texts(".happy .lead")).toEqual(["We switch it on now."]);
  expect(paid.link("See your hosting")).toEqual([path]);
  expect(paid.all("[data-look]")).toHaveLength(1);
  await database.query("update services set state = 'active', suspended_on = null, ends_on = '2028-03-01'");
  const works = await readPage(String(to), first);
  expect(works.texts(".happy .lead")).toEqual(["Paid until 1 Mar 2028."]);
  expect(works.all("[data-look]")).toEqual([]);
});

test("an unpaid bill says by when to pay, what follows without, and for which days it pays", async () => {
  const path = await make({ ends: 20 });
  const bill = String((await post(path, "renew")).to);
  await database.query("update services set ends_on = '2099-12-19'");
  const page = await readPage(bill, first);
  expect(page.texts(".bill-by")).toEqual(["Pay by 26 Dec 2099. Else it stops on 27 Dec 2099."]);
  expect(page.texts("main").join()).toContain("It pays for 20 Dec 2099 to 19 Dec 2100.");
  // Its payment turned out void: the last day has its year already.
  await database.query("update orders set status = 'done' where kind = 'extend'");
  const done = await readPage(bill, first);
  expect(done.texts(".bill-by")).toEqual(["What you ordered is done, and still to be paid."]);
  expect(done.texts("main").join()).not.toContain("It pays for");
});

test("the receipt of the next year has the days for which it was paid", async () => {
  const path = await make({ ends: 20 });
  const bill = String((await post(path, "renew")).to)
    .split("/")
    .at(-1);
  const paid = "update bills set paid_ksh = amount_ksh, paid_at = now(), number = '2026-09999' where id = $1";
  await database.query(paid, [bill]);
  await database.query("update services set ends_on = '2027-03-01'");
  // The order, once done, extends the service.
  await database.query("update orders set status = 'done'");
  const receipt = await readPage(`/dashboard/orders/receipt/${bill}`, first);
  expect(receipt.texts(".receipt-lines tbody th").join()).toContain(
    "Next year of Starter hosting for duka.co.ke2 March 2027 to 1 March 2028",
  );
});

test("a bill that was paid after its order failed gives no days and no next step, and the statement has what is due back", async () => {
  const path = await make({ ends: 20 });
  const to = String((await post(path, "renew")).to);
  const bill = to.split("/").at(-1);
  await database.query("update orders set status = 'failed', reason = 'It ended too long ago to be renewed'");
  await database.query("update services set state = 'suspended', suspended_on = ends_on");
  await database.query(
    `update bills set paid_ksh = amount_ksh, paid_at = now(), number = '2026-09998', refund_due_ksh = amount_ksh where id = $1`,
    [bill],
  );
  const receipt = await readPage(`/dashboard/orders/receipt/${bill}`, first);
  expect(receipt.texts(".receipt-lines tbody th")[0]).toBe("Next year of Starter hosting for duka.co.ke");
  const paid = await readPage(to, first);
  expect(paid.texts("h1")).toEqual(["We owe you KSh 6,228"]);
  expect(paid.texts(".banner").join()).toContain("Not renewed: it ended too long ago to be renewed.");
  expect(paid.all(".happy, .steps")).toEqual([]);
  expect(paid.texts("main").join()).not.toContain("cPanel");
  expect(paid.link("See your hosting")).toEqual([]);
  const statement = () => readPage("/dashboard/orders/statement", first);
  expect((await statement()).texts("tbody tr").join()).toMatch(/Due back to you.*6,228/);
  await database.query("update bills set refunded_ksh = refund_due_ksh where id = $1", [bill]);
  expect((await statement()).texts("main").join()).not.toContain("Due back");
});
