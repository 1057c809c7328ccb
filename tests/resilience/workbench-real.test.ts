// docs/testing.md, "A real site with the fakes": a site in real mode whose services are those of a started sandbox.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { beforeAll, expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };
import { httpRequest } from "./request.ts";
import { freePort, runSite, type Site } from "./run-site.ts";
import { workbenchOf } from "./workbench-calls.ts";

let sandbox: Site;
let file: string;
let real: Site;
beforeAll(async () => {
  sandbox = await runSite("sandbox", { LOG_LEVEL: "warn", SANDBOX_WHM: "1" });
  file = readFileSync(path.join(sandbox.dataDir, "real.env"), "utf8");
  const port = String(await freePort());
  // The file's port may be taken here.
  const own = { PORT: port, PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, LOG_LEVEL: "warn" };
  real = await runSite("real", { ...(parseEnv(file) as Record<string, string>), ...own });
});
const call = workbenchOf(() => sandbox);

test("the file has every required setting, and the address of every service at the providers' port", () => {
  const given = parseEnv(file.replaceAll(/^#(?=[A-Z])/gm, "")) as Record<string, string>;
  const required = settings.filter(({ required }) => required).map(({ name }) => name);
  expect(required.filter((name) => !given[name])).toEqual([]);
  const services = settings.filter(({ name, service }) => service && name.endsWith("_URL")).map(({ name }) => name);
  expect(services.filter((name) => !given[name])).toEqual([]);
  const elsewhere = Object.entries(given).filter(([, value]) => /^https?:/.test(value) && !value.includes("127.0.0.1"));
  expect(elsewhere).toEqual([]);
});

test("only the owner can read the file, because keys are in it", () => {
  expect(statSync(path.join(sandbox.dataDir, "real.env")).mode & 0o77).toBe(0);
});

test("a real site beside the sandbox shows a person's domain and records, takes the payment and sends the mail", async () => {
  const records = [["A", "www", "203.0.113.7"]];
  const wanted = { domains: [{ name: "mteja-duka.co.ke", records }], orders: [{ kind: "renew" }] };
  const { json: person } = await call("POST /users", wanted);
  const Cookie = person.storageState.cookies
    .map(({ name, value }: { name: string; value: string }) => `${name}=${value}`)
    .join("; ");
  const visit = (path: string) => httpRequest(real, path, { headers: { Cookie } });
  expect((await visit("/readyz")).status).toBe(200);
  const dashboard = await visit("/dashboard");
  expect([dashboard.text.includes("mteja-duka.co.ke"), dashboard.text.includes("Outbox")]).toEqual([true, false]);
  expect((await visit("/dashboard/domains/mteja-duka.co.ke/dns")).text).toContain("203.0.113.7");
  const [order] = person.orders;
  const { json: money } = await call("POST /payments", { bill: order.reference, amount: 1500 });
  const { json: mails } = await call("GET /outbox.json", { to: person.email, subject: "We have your KSh", wait: "60" });
  expect(mails).toHaveLength(1);
  expect((await visit(`/dashboard/orders/pay/${order.bill}`)).text).toContain(money.code);
});
