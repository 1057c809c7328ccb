import "./mpesa-settings.ts";
import { beforeEach, expect, test } from "vitest";
import { MAX_RENEWALS, type OfferedName } from "#app/orders/renewals.ts";
import { fieldsOf } from "#app/orders/several-form.ts";
import { callbackTarget, receiveCallback } from "#app/payments/receive-callback.server.ts";
import { runPayments } from "#app/payments/run.server.ts";
import { askPhone } from "#app/payments/send-prompt.server.ts";
import * as renew from "#app/routes/dashboard/orders/renew.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { server } from "#mocks/node.ts";
import { account } from "#mocks/registrar/account-state.ts";
import { pageResult } from "./demo-customers.ts";
import { billFor, database, PAYER, pass, provider, rows } from "./payment-fixtures.ts";
import { first } from "./two-customers.ts";

const PATH = "/dashboard/orders/renew";
const PHONE = "+254712345000";
const PRESSES = 100;

/** The calls of providers that a test has caused, each as the last part of its path; a renewal with its domain. */
let calls: string[] = [];
const called = (name: string) => calls.filter((call) => call === name).length;

beforeEach(() => {
  calls = [];
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    const parts = new URL(request.url).pathname.split("/");
    if (request.method === "POST")
      calls.push(parts.at(-1) === "renew" ? `renew ${parts.at(-2)}` : String(parts.at(-1)));
  });
  daraja.deliver = async (url, body) => {
    const target = callbackTarget(new URL(url).pathname);
    if (target && target.kind !== "validation") await receiveCallback(target, body, "192.0.2.1");
  };
});

test(`${PRESSES} presses at once on one bill call the provider once`, async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const asked = await Promise.all(Array.from({ length: PRESSES }, () => askPhone(bill, PHONE)));
  expect(asked.every(({ ok }) => ok)).toBe(true);
  expect(new Set(asked.map((result) => result.ok && result.value?.id)).size).toBe(1);
  expect([called("processrequest"), daraja.prompts.size]).toEqual([1, 1]);
  expect(await rows("select id from payment_prompts")).toHaveLength(1);
});

test(`${MAX_RENEWALS} renewals of one press are one bill and one prompt, and each is carried out once`, async () => {
  const names = Array.from({ length: MAX_RENEWALS }, (_, at) => `direct-duka${at}.com`);
  await database.query("update domains set expiry_date = now() + interval '300 days'");
  for (const name of names) {
    account.domains.set(name, 1);
    await database.query(
      "insert into domains (user_id, name, status, expiry_date) values ($1, $2, 'active', now() + interval '9 days')",
      [PAYER.id, name],
    );
  }
  const page = await pageResult(renew.loader(first.requestArgs(PATH)));
  const { offered } = (page.data as unknown as { due: { offered: OfferedName[] } }).due;
  expect(offered.map(({ name }) => name).sort()).toEqual([...names].sort());
  const fields = offered.flatMap(({ name, price }) => {
    const { pick, years, priceField } = fieldsOf(name);
    return [
      [pick, "on"],
      [years, "1"],
      [priceField, String(price)],
    ];
  });
  const send = () => pageResult(renew.action(first.requestArgs(PATH, Object.fromEntries(fields))));
  const placed = await Promise.all([send(), send()]);
  expect(placed.map(({ status }) => status)).toEqual([303, 303]);

  const total = offered.reduce((sum, { price }) => sum + price, 0);
  const bills = await rows("select id, reference, amount_ksh from bills");
  expect(bills).toMatchObject([{ amount_ksh: total }]);
  const [bill] = bills;
  const isOnBill = "select domain from orders where bill_id is not null and status = 'requested'";
  expect(await rows(isOnBill)).toHaveLength(MAX_RENEWALS);

  const [id, reference] = [String(bill?.id), String(bill?.reference)];
  await Promise.all([askPhone({ id, reference }, PHONE), askPhone({ id, reference }, PHONE)]);
  await Promise.all(daraja.answers);
  // Two processes at once; then two that take the bill again, as if the first had died after its work.
  await Promise.all([runPayments(provider), runPayments(provider)]);
  await database.query("update bills set fulfilled_at = null, claimed_until = null");
  await Promise.all([runPayments(provider), runPayments(provider)]);
  await pass(700);
  await runPayments(provider);

  expect(called("processrequest")).toBe(1);
  expect(await rows("select amount_ksh, state from payments")).toEqual([{ amount_ksh: total, state: "counted" }]);
  expect(await rows("select paid_ksh, surplus_ksh, refund_due_ksh from bills")).toEqual([
    { paid_ksh: total, surplus_ksh: 0, refund_due_ksh: 0 },
  ]);
  expect(await rows("select number from bills where fulfilled_at is not null")).toHaveLength(1);
  expect(await rows("select status from orders where status <> 'done'")).toEqual([]);
  expect(calls.filter((call) => call.startsWith("renew ")).sort()).toEqual(names.map((name) => `renew ${name}`).sort());
});
