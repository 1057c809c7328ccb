import { call, expect, test } from "./fixtures.ts";

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

test("a reminder comes the day before a name ends", async ({ customer, clock, outbox }) => {
  const { email } = await customer({ domains: [{ ends: "+1d" }] });
  await clock.advance("24h");
  const mail = await outbox.waitFor({ to: email });
  expect(mail.subject).toContain("ends");
  expect(mail.links.map(({ href }) => href).join()).toContain("/dashboard/orders/new?kind=renew");
  await clock.reset();
});

test("a member of staff sees the work list", async ({ page, staff }) => {
  await staff();
  await page.goto("/desk");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
