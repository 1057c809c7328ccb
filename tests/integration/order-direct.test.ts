import { beforeEach, describe, expect, test } from "vitest";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { setDeadlines } from "../deadlines.js";
import { look, place } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import { database, first } from "./two-customers.ts";

beforeEach(async () => {
  outbox.clear();
  forgetAccount();
  await database.query("delete from orders");
  await database.query("delete from services");
  setDeadlines({ write: 1500 });
});

const statuses = async () => (await database.query("select status from orders")).map(({ status }) => status).sort();
const inOutbox = (kind: string) => outbox.list().filter((entry) => entry.kind === kind);
const listed = () => database.query("select kind, status, reason from orders order by created_at desc");
const titleOf = ({ flash }: Awaited<ReturnType<typeof place>>) => flash?.title;

describe("in the sandbox, an order of a name that begins with direct-", () => {
  test.each([
    ["register", "direct-duka.com", true],
    ["register", "duka.com", false],
    ["register", "direct-duka.co.ke", false],
    ["transfer", "direct-duka.xyz", false],
  ])("to %s %s is announced as carried out at once: %s", async (kind, name, isDirect) => {
    expect((await look(first, kind, name)).data).toMatchObject({ offer: { isDirect } });
  });

  test("registers the domain, then renews it, and both are in the outbox for the provider and the agency", async () => {
    expect(titleOf(await place(first, "register", "direct-duka.com", { choice: "2" }))).toBe("Your name is registered");
    expect(inOutbox("order")).toMatchObject([{ subject: "Register direct-duka.com" }]);
    expect(inOutbox("contact")).toMatchObject([{ subject: "Order (done): Registration of direct-duka.com" }]);
    expect(titleOf(await place(first, "renew", "direct-duka.com"))).toBe("Your name is renewed");
    expect(titleOf(await place(first, "renew", "direct-duka.com"))).toBe("You have ordered this already");
    expect(await listed()).toMatchObject([
      { kind: "renew", status: "done" },
      { kind: "register", status: "done" },
    ]);
    expect([inOutbox("order").length, inOutbox("contact").length]).toEqual([2, 2]);
  });

  test("shows the provider's refusal at its field and in the list, and never repeats the transfer code", async () => {
    const refused = await place(first, "transfer", "direct-duka.org", { authCode: "wrong" });
    expect(refused.status).toBe(400);
    const message = "The transfer code is wrong. Ask your current provider for a new one. Nothing was charged.";
    expect(refused.data).toMatchObject({ result: { error: { authCode: [message] } } });
    expect(JSON.stringify(refused.data)).not.toContain('"wrong"');
    expect(await listed()).toMatchObject([
      { status: "failed", reason: "The transfer code is wrong. Ask your current provider for a new one" },
    ]);
    const text = expect.stringContaining("The provider refused it: The authorization code is not valid");
    const subject = "Order (refused): Transfer to us of direct-duka.org";
    expect(inOutbox("contact")).toMatchObject([{ subject, text }]);
    const again = async () => (await readPage("/dashboard/orders", first)).link("Try again with a new code");
    expect(await again()).toEqual(["/dashboard/orders/new?kind=transfer&domain=direct-duka.org"]);
    expect((await place(first, "transfer", "direct-duka.org", { authCode: "aB3!x" })).status).toBe(303);
    expect(await again()).toEqual([]);
    expect(await statuses()).toEqual(["done", "failed"]);
    expect(JSON.stringify(inOutbox("contact"))).not.toContain("aB3!x");
  });

  test("whose reply is lost is unconfirmed, the agency is notified, and sending again orders nothing", async () => {
    const lost = await place(first, "register", "direct-lost-duka.com");
    expect(lost.flash).toMatchObject({ title: "We could not confirm it yet", isUnsure: true });
    expect(await statuses()).toEqual(["processing"]);
    expect(inOutbox("contact")).toMatchObject([{ subject: expect.stringContaining("(look at it)") }]);
    expect(titleOf(await place(first, "register", "direct-lost-duka.com"))).toBe("You have ordered this already");
    expect([inOutbox("order").length, inOutbox("contact").length]).toEqual([1, 1]);
  });
});
