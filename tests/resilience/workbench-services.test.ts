// Customers with services, made by the tester's API of a started sandbox (docs/testing.md).
import { beforeAll, expect, test } from "vitest";
import { httpRequest, newVisitor, postForm } from "./request.ts";
import { runSite, type Site } from "./run-site.ts";
import { cookieOf, workbenchOf } from "./workbench-calls.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});
const call = workbenchOf(() => site);

test("a customer has services in the state that was asked for, and the first password waits to be read", async () => {
  const services = [
    { plan: "deluxe", ends: "+20d", firstPassword: "Kx9-code" },
    { kind: "mail", seats: 5, state: "suspended" },
    { kind: "certificate", state: "ended" },
    { kind: "hosting", plan: "economy", domain: "duka-jipya.co.ke", state: "ordered", paid: true },
    { kind: "mail", plan: "microsoft-365", domain: "duka-jipya.co.ke", state: "ordered" },
  ];
  const { status, json } = await call("POST /users", { domains: [{}], services });
  expect([status, json.services]).toEqual([
    201,
    [
      expect.objectContaining({ kind: "hosting", plan: "deluxe", state: "active", domain: json.domains[0].name }),
      expect.objectContaining({ kind: "mail", plan: "professional", seats: 5, state: "suspended" }),
      expect.objectContaining({ kind: "certificate", plan: "dv", state: "ended" }),
      expect.objectContaining({ endsOn: null, order: expect.objectContaining({ isPaid: true }) }),
      expect.objectContaining({ endsOn: null, order: expect.objectContaining({ isPaid: false }) }),
    ],
  ]);
  const headers = { Origin: `http://127.0.0.1:${site.port}`, Cookie: cookieOf(json), ...newVisitor() };
  const visit = (path: string) => httpRequest(site, path, { headers });
  const list = (await visit("/dashboard/services")).text;
  expect(["ends in 20 days", "suspended", "ordered"].filter((word) => !list.includes(word))).toEqual([]);
  const [hosting, , certificate] = json.services.map(({ id }: { id: string }) => `/dashboard/services/${id}`);
  expect((await visit(certificate)).text).toContain("It ended.");
  const shown = await postForm(site, hosting, { form: "secret" }, headers);
  expect([shown.status, shown.text.includes("Kx9-code")]).toEqual([200, true]);
  // It is shown again for some minutes, because a response may be lost.
  expect((await postForm(site, hosting, { form: "secret" }, headers)).status).toBe(200);
});

test.each([
  [{ plan: "gold" }, "plan"],
  [{ seats: 2 }, "seats"],
  [{ paid: true }, "paid"],
  [{ state: "ordered", ends: "+3d" }, "not set up"],
  [{ kind: "certificate", state: "ordered", paid: true }, "Staff name the price"],
])("a service that cannot be is refused with the reason: %j", async (service, reason) => {
  const { status, json } = await call("POST /users", { domains: [{}], services: [service] });
  expect([status, json.error]).toEqual([400, expect.stringContaining(reason)]);
});
