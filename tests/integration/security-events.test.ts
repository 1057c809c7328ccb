import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { hashForLog, log } from "#app/platform/log.server.ts";
import { loader as removal } from "#app/routes/dashboard/dns/delete.tsx";
import { loader as edit } from "#app/routes/dashboard/dns/edit.tsx";
import { loader as job } from "#app/routes/dashboard/dns/job.tsx";
import { loader as records } from "#app/routes/dashboard/dns/records.tsx";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { responseOf } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { email, signIn } from "./login-form.ts";

let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(log, "warn");
});
afterEach(() => void vi.restoreAllMocks());
const eventsOf = (event: string) => warn.mock.calls.filter(([, name]) => name === event).map(([fields]) => fields);

it("a failed sign-in and an exceeded limit are security events with a keyed hash of the person", async () => {
  const address = "203.0.113.90";
  for (let i = 0; i < 6; i++) await signIn({ password: "wrong" }, { address });
  const person = { mailbox: hashForLog(email), address: hashForLog(address) };
  expect(eventsOf("sign-in failed")).toEqual(Array(5).fill(person));
  expect(eventsOf("limit reached")).toEqual([{ limit: "sign-in", whom: hashForLog(email) }]);
  for (let i = 0; i < 61; i++) await consume("suggestions", address);
  expect(eventsOf("limit reached").at(-1)).toEqual({ limit: "suggestions", whom: hashForLog(address) });
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/@|203\.0|wrong/);
  expect(hashForLog("Njeri@example.co.ke")).toMatch(/^[\w-]{16}$/);
  expect(hashForLog("Njeri@example.co.ke")).toBe(hashForLog("njeri@example.co.ke"));
  expect(hashForLog("njeri@example.co.ke")).not.toBe(hashForLog("otieno@example.co.ke"));
});

it.each([
  ["editing another customer's record", edit, { record: "f".repeat(32) }, "record"],
  ["deleting another customer's record", removal, { record: "f".repeat(32) }, "record"],
  ["opening another customer's domain", records, { domain: "elsewhere-demo.co.ke" }, "domain"],
  ["opening another customer's change", job, { job: crypto.randomUUID() }, "job"],
])("%s is a security event", async (_what, loader, params, what) => {
  const browser = await signedIn(email);
  const visit = { ...browser.requestArgs("/dashboard"), params: { domain: "mamamboga.co.ke", ...params } };
  await responseOf(() => loader(visit));
  expect(eventsOf("not the customer's own")).toEqual([{ what, customer: hashForLog(demoCustomers[0].id) }]);
});
