import { call, expect, test, untilPaid } from "./fixtures.ts";

test("a customer adds a record, and the lost answer of the provider does not add it twice", async ({
  page,
  customer,
  fault,
  address,
}) => {
  const { domains } = await customer({ domains: [{ ends: "+200d", records: [["A", "@", "203.0.113.7"]] }] });
  const [{ name } = { name: "" }] = domains;
  await page.goto(`/dashboard/domains/${name}/dns/add`);
  await fault({ service: "dns", op: "POST", effect: "cut" });
  await page.getByLabel("Name", { exact: true }).fill("soko");
  await page.getByLabel("IPv4 address").fill("203.0.113.9");
  await page.getByRole("button", { name: "Add record" }).click();

  await expect(page.getByRole("row").filter({ hasText: "203.0.113.9" })).toHaveCount(1);
  const { count } = await call<{ count: number }>("GET", `/calls/count?service=dns&op=POST&for=${address}`);
  expect(count).toBe(1);
});

test("the reminder of a name comes, but not of the one that a bank transfer paid", { tag: "@clock" }, async ({
  page,
  staff,
  another,
  clock,
  outbox,
}) => {
  const { person } = await another("customer", {
    domains: [{ ends: "+30d" }, { ends: "+30d" }],
    orders: [{ kind: "renew" }],
  });
  const { now } = await call<{ now: string }>("GET", "/clock");
  await staff();
  await page.goto("/desk/payments");
  await page.getByText("Enter a bank transfer").click();
  const form = page.locator("form").filter({ has: page.getByLabel("The bank’s reference") });
  await form.getByLabel("The bank’s reference").fill(`FT${person.orders[0]?.reference}`);
  await form.getByLabel("Our bank").fill("KCB");
  await form.getByLabel("Amount in shillings").fill("1500");
  await form.getByLabel("Day on the statement").fill(dayInNairobi(now));
  await form.getByLabel("Bill (optional)").fill(person.orders[0]?.reference ?? "");
  await form.getByRole("button", { name: "Enter the payment" }).click();
  await expect(page.getByText("Entered. Somebody else must confirm it")).toBeVisible();

  const colleague = await another("staff");
  await colleague.page.goto(page.url());
  await colleague.page.getByLabel("Amount in the bank statement, in shillings").fill("1500");
  await colleague.page.getByRole("button", { name: "I have seen it in the bank statement" }).click();
  const receipt = await outbox.waitFor({ to: person.email, subject: "We have your KSh 1,500" });

  await clock.advance("30d");
  const mail = await outbox.waitFor({ to: person.email, after: receipt.id, subject: person.domains[1]?.name ?? "" });
  expect(mail.text).not.toContain(person.domains[0]?.name);
  expect(mail.links.map(({ href }) => href).join()).toContain("/dashboard/orders/new?kind=renew");
});

/** The form's day is Nairobi's, three hours ahead of UTC. */
function dayInNairobi(moment: string): string {
  return new Date(Date.parse(moment) + 3 * 3600_000).toISOString().slice(0, 10);
}

test("a customer types the code of a payment before M-PESA has told of it", async ({ page, customer }) => {
  const { orders } = await customer({ domains: [{ ends: "+30d" }], orders: [{ kind: "renew" }] });
  const money = { bill: orders[0]?.reference, amount: 1500, report: false };
  const { code } = await call<{ code: string }>("POST", "/payments", money);
  await page.goto(`/dashboard/orders/pay/${orders[0]?.bill}?code=1`);
  await page.getByLabel("M-PESA code").fill(code);
  await page.getByRole("button", { name: "I have paid" }).click();
  await expect(page.getByText(`We are checking code ${code}`)).toBeVisible();
  await call("POST", "/payments/report", { code });
  await untilPaid(page);
  await expect(page.getByRole("main")).toContainText(code);
});

test("a member of staff sees the work list", async ({ page, staff }) => {
  await staff();
  await page.goto("/desk");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
