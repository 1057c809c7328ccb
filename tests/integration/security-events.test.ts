import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { hashForLog, log } from "#app/log.server.ts";
import { loader as removal } from "#app/routes/dashboard/dns/delete.tsx";
import { loader as edit } from "#app/routes/dashboard/dns/edit.tsx";
import { loader as job } from "#app/routes/dashboard/dns/job.tsx";
import { loader as records } from "#app/routes/dashboard/dns/records.tsx";
import { consume } from "#app/use-cases/limits.server.ts";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { newBrowser } from "./browser.ts";
import { email, PASSWORD, signIn } from "./login-form.ts";

let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(log, "warn");
});
afterEach(() => void vi.restoreAllMocks());
const eventsOf = (event: string) => warn.mock.calls.filter(([, said]) => said === event).map(([about]) => about);

it("a failed sign-in and an exceeded limit are security events with a keyed hash of the person", async () => {
  const address = "203.0.113.90";
  for (let i = 0; i < 6; i++) await signIn({ password: "wrong" }, { address });
  const about = { mailbox: hashForLog(email), address: hashForLog(address) };
  expect(eventsOf("sign-in failed")).toEqual(Array(5).fill(about));
  expect(eventsOf("limit reached")).toEqual([{ limit: "sign-in", whom: hashForLog(email) }]);
  for (let i = 0; i < 61; i++) await consume("suggestions", address);
  expect(eventsOf("limit reached").at(-1)).toEqual({ limit: "suggestions", whom: hashForLog(address) });
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/@|203\.0|wrong/);
  expect(hashForLog("Njeri@example.co.ke")).toMatch(/^[\w-]{16}$/);
  expect(hashForLog("Njeri@example.co.ke")).toBe(hashForLog("njeri@example.co.ke"));
  expect(hashForLog("njeri@example.co.ke")).not.toBe(hashForLog("otieno@example.co.ke"));
});

it("editing or deleting a record outside the customer's zone is a security event", async () => {
  const browser = newBrowser();
  const { cookies } = await signIn({ password: PASSWORD });
  for (const cookie of cookies) browser.visit().context.appendCookie?.(cookie);
  for (const page of [edit, removal]) {
    await page({ ...browser.visit("/dashboard"), params: { domain: "mamamboga.co.ke", record: "f".repeat(32) } });
  }
  const about = { what: "record", customer: hashForLog(demoCustomers[0].id) };
  expect(eventsOf("not the customer's own")).toEqual([about, about]);
});

it("opening another customer's domain or change is a security event", async () => {
  const browser = newBrowser();
  const { cookies } = await signIn({ password: PASSWORD });
  for (const cookie of cookies) browser.visit().context.appendCookie?.(cookie);
  const visit = (params: Record<string, string>) => ({ ...browser.visit("/dashboard"), params });
  await Promise.resolve(records(visit({ domain: "elsewhere-demo.co.ke" }))).catch(() => undefined);
  await job(visit({ domain: "mamamboga.co.ke", job: crypto.randomUUID() })).catch(() => undefined);
  const customer = hashForLog(demoCustomers[0].id);
  expect(eventsOf("not the customer's own")).toEqual([
    { what: "domain", customer },
    { what: "job", customer },
  ]);
});
