import { beforeEach, describe, expect, test } from "vitest";
import * as list from "#app/routes/dashboard/orders/list.tsx";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { look, pageResult, place } from "./demo-customers.ts";
import { shortenTimeouts } from "./short-timeouts.ts";
import { database, first } from "./two-customers.ts";

beforeEach(async () => {
  outbox.clear();
  forgetAccount();
  await database.query("delete from orders");
  shortenTimeouts();
});

const states = async () => (await database.query("select status from orders")).map((row) => Object.values(row)[0]);
const inOutbox = (kind: string) => outbox.list().filter((entry) => entry.kind === kind);
const listed = async () =>
  (await pageResult(list.loader(first.visit("/dashboard/orders")))).data as unknown as { orders: object[] };

describe("in the sandbox, for a name that begins with direct-", () => {
  test("the page says that it is ordered at once; for other names that we confirm first", async () => {
    const offered = async (kind: string, name: string) =>
      ((await look(first, kind, name)).data as unknown as { offer: { isDirect: boolean } }).offer.isDirect;
    expect(await offered("register", "direct-duka.com")).toBe(true);
    expect(await offered("register", "duka.com")).toBe(false);
    expect(await offered("register", "direct-duka.co.ke")).toBe(false);
    expect(await offered("transfer", "direct-duka.xyz")).toBe(false);
  });

  test("a domain is registered, then renewed, and both are in the outbox for the provider and the agency", async () => {
    expect((await place(first, "register", "direct-duka.com", { choice: "2" })).flash).toMatchObject({
      title: "Your name is registered",
    });
    expect(await states()).toEqual(["done"]);
    expect(inOutbox("order")).toMatchObject([{ subject: "Register direct-duka.com" }]);
    expect(inOutbox("contact")).toMatchObject([{ subject: "Order (done): Registration of direct-duka.com" }]);

    expect((await place(first, "renew", "direct-duka.com")).flash).toMatchObject({ title: "Your name is renewed" });
    expect(inOutbox("order")).toHaveLength(2);
    expect((await listed()).orders).toMatchObject([
      { kind: "renew", status: "done" },
      { kind: "register", status: "done" },
    ]);
    expect((await place(first, "renew", "direct-duka.com")).flash).toMatchObject({
      title: "You have ordered this already",
    });
    expect(inOutbox("order")).toHaveLength(2);
    expect(inOutbox("contact")).toHaveLength(2);
  });

  test("a refusal is shown at its field, the transfer code is not repeated, and the list has the reason", async () => {
    const refused = await place(first, "transfer", "direct-duka.org", { authCode: "wrong" });
    expect(refused.status).toBe(400);
    const said = "The provider refused it: The transfer code is not valid. Nothing was charged.";
    expect(refused.data).toMatchObject({ result: { error: { authCode: [said] } } });
    expect(JSON.stringify(refused.data)).not.toContain('"wrong"');
    expect((await listed()).orders).toMatchObject([{ status: "failed", reason: "The transfer code is not valid" }]);
    expect(inOutbox("contact")).toMatchObject([
      {
        subject: "Order (refused): Transfer to us of direct-duka.org",
        text: expect.stringContaining("The provider refused it: The authorization code is not valid"),
      },
    ]);
    expect((await place(first, "transfer", "direct-duka.org", { authCode: "aB3!x" })).status).toBe(303);
    expect((await states()).sort()).toEqual(["done", "failed"]);
    expect(JSON.stringify(inOutbox("contact"))).not.toContain("aB3!x");
  });

  test("a lost reply is reported as unknown, the agency is notified, and sending again orders nothing", async () => {
    expect((await place(first, "register", "direct-lost-duka.com")).flash).toMatchObject({
      title: "We could not confirm it yet",
      isUnsure: true,
    });
    expect(await states()).toEqual(["processing"]);
    expect(inOutbox("contact")).toMatchObject([{ subject: expect.stringContaining("(look at it)") }]);
    expect((await place(first, "register", "direct-lost-duka.com")).flash).toMatchObject({
      title: "You have ordered this already",
    });
    expect([inOutbox("order").length, inOutbox("contact").length]).toEqual([1, 1]);
  });

  test("an order above the daily total waits, the customer reads so, and the agency the reason", async () => {
    expect((await place(first, "register", "direct-duka.ai", { choice: "10" })).flash).toMatchObject({
      title: "We have your order",
    });
    expect(await states()).toEqual(["requested"]);
    expect(inOutbox("order")).toEqual([]);
    expect(inOutbox("contact")).toMatchObject([
      { subject: "Order: Registration of direct-duka.ai", text: expect.stringContaining("is the most") },
    ]);
  });

  test("a double submission calls the provider once", async () => {
    await Promise.all([1, 2, 3].map(() => place(first, "hosting", "direct-duka.org")));
    expect(await states()).toEqual(["done"]);
    expect(inOutbox("order")).toHaveLength(1);
    expect(inOutbox("contact")).toHaveLength(1);
  });
});
