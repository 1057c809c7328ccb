import { setDeadlines } from "../deadlines.js";
import "./mpesa-settings.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { REFUSED_WORDS } from "#app/model/payments/mpesa-settings.ts";
import { PageCache } from "#app/server/page-cache.server.ts";
import { createRequestHandler } from "#app/server/request-handler.server.ts";
import { askPhone } from "#app/use-cases/payments/ask-phone.server.ts";
import { listMissed } from "#app/use-cases/payments/list-missed.server.ts";
import { promptCallbackUrl } from "#app/use-cases/payments/receive-callback.server.ts";
import { daraja } from "#mocks/daraja/daraja.ts";
import { server as mocks } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { billFor, pass, provider, rows, run } from "./payment-fixtures.ts";

let site: Server;
let pages: string[] = [];

beforeAll(async () => {
  // Callbacks come over HTTP, through the site's own front.
  mocks.close();
  mocks.listen({ onUnhandledRequest: "bypass" });
  const page = async (req: { url?: string | undefined }, res: { end(text: string): void }) => {
    pages.push(req.url ?? "");
    res.end("a page");
  };
  site = createServer(createRequestHandler({ site: page as never, cache: new PageCache() }));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  Object.assign(env, { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` });
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  pages = [];
});

const phone = (digits: string) => `+254712345${digits}`;
const billOf = async () => (await rows("select amount_ksh, paid_ksh, surplus_ksh, number from bills"))[0];
const promptOf = async () => (await rows("select state, result_code from payment_prompts order by asked_at desc"))[0];
const payments = () => rows("select state, amount_ksh, confirmed_by, is_disputed, source from payments");
const mails = async (kind: string) =>
  (await rows(`select subject, body_text from mails where kind = '${kind}' order by created_at`)).map((mail) => ({
    subject: String(mail.subject),
    text: String(mail.body_text),
  }));
const counted = { state: "counted", amount_ksh: 1500 };

describe("a prompt on a phone that ends with", () => {
  test.each([
    ["000", { state: "paid" }, [{ ...counted, confirmed_by: "query" }], 1500],
    ["997", { state: "paid" }, [counted], 1500],
    ["996", { state: "paid" }, [counted], 1500],
    ["995", { state: "paid" }, [counted], 1500],
    ["992", { state: "paid" }, [counted], 1500],
    ["994", { state: "paid" }, [{ state: "counted", amount_ksh: 750 }], 750],
    ["991", { state: "paid" }, [{ state: "held", is_disputed: true }], 0],
    ["998", { state: "paid", result_code: "0" }, [], 0],
    ["990", { state: "sent" }, [], 0],
    ["993", { state: "sent" }, [], 0],
    ["032", { state: "refused", result_code: "1032" }, [], 0],
    ["201", { state: "refused", result_code: "2001" }, [], 0],
    ["500", { state: "refused", result_code: "500.003.02" }, [], 0],
  ] as const)("%s ends as %j with the payments %j and KSh %d paid", async (digits, prompt, money, paid) => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    // The reply to this one never comes.
    if (digits === "995") setDeadlines({ write: 2000 });
    expect(await askPhone(bill, phone(digits))).toMatchObject({ ok: true, value: { amountKsh: 1500 } });
    await Promise.all(daraja.answers);
    await pass(21);
    await run();
    expect(await promptOf()).toMatchObject(prompt);
    expect(await payments()).toMatchObject(money);
    expect(await billOf()).toMatchObject({
      paid_ksh: paid,
      number: paid === 1500 ? expect.stringMatching(/-00001$/) : null,
    });
    // Whatever was missed or doubted is in M-PESA's own list.
    await listMissed(provider, new Date());
    const came = [...daraja.money.values()].reduce((sum, { amount }) => sum + amount, 0);
    expect(await billOf()).toMatchObject({ paid_ksh: came });
    expect(pages).toEqual([]);
  });
});

describe("a paid bill", () => {
  test("has its orders carried out where orders are direct, once, and everybody is told", async () => {
    const bill = await billFor({ "direct-duka.com": 1500, "direct-lost-duka.com": 700, "direct-exists-duka.com": 300 });
    await askPhone(bill, phone("000"));
    await run();
    await run();
    expect(await rows("select domain, status from orders order by domain")).toEqual([
      { domain: "direct-duka.com", status: "done" },
      { domain: "direct-exists-duka.com", status: expect.any(String) },
      { domain: "direct-lost-duka.com", status: "processing" },
    ]);
    expect(
      outbox.list().filter(({ kind, subject }) => kind === "order" && subject.includes("direct-duka")),
    ).toHaveLength(1);
    const [paid] = await mails("payment");
    expect(paid).toMatchObject({ subject: "We have your KSh 2,500" });
    expect(paid?.text).toMatch(/See your receipt: http\S+\/pay\/[\w-]+\/receipt/);
    const told = outbox.list().filter(({ kind }) => kind === "contact");
    expect(told).toMatchObject([{ subject: "Paid (carry it out): KSh 2,500 for 3 names" }]);
  });

  test("whose order the provider refuses is due back, and the customer reads it", async () => {
    const bill = await billFor({ "direct-taken-duka.com": 900 });
    await askPhone(bill, phone("000"));
    await run();
    const [order] = await rows("select status from orders");
    const [told] = outbox.list().filter(({ kind }) => kind === "contact");
    const said = "The provider refused it: The specified domain (direct-taken-duka.com) isn't available for purchase.";
    expect(told?.text).toContain(`${said} Send KSh 900 back.`);
    expect(await rows("select author, body from desk_notes")).toEqual([{ author: "The site", body: said }]);
    expect((await mails("payment")).map(({ text }) => text).join(" ")).not.toContain(said);
    const [{ refund_due_ksh } = {}] = await rows("select refund_due_ksh from bills");
    expect([order?.status, refund_due_ksh]).toEqual(["failed", 900]);
    expect((await mails("payment")).map(({ subject }) => subject)).toEqual([
      "We have your KSh 900",
      "We send KSh 900 back to you",
    ]);
  });

  test("whose order the provider did not take is left to the agency, which reads why", async () => {
    const bill = await billFor({ "direct-ratelimit-duka.com": 900 });
    await askPhone(bill, phone("000"));
    await run();
    const [told] = outbox.list().filter(({ kind }) => kind === "contact");
    expect(told?.text).toMatch(
      /A provider was asked and did not take it\. .*Nothing was bought\. .*carried out at once: \w/s,
    );
    expect(told?.text).not.toContain("Nothing has been asked");
  });

  test("is paid in parts and by anybody, with a surplus at the end", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const pay = async (amount: number, reference = bill.reference) => {
      await daraja.reportPaybill(daraja.pay({ amount, reference }));
      await run();
    };
    await pay(300, `${bill.reference.slice(0, 4).toLowerCase()} ${bill.reference.slice(4)}`);
    await pay(1300);
    await pay(50);
    await pay(70, "shoes");
    await pay(6000);
    expect(await billOf()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 150 });
    expect((await payments()).map(({ state }) => state).sort()).toEqual([
      "counted",
      "counted",
      "held",
      "surplus",
      "unmatched",
    ]);
    expect((await mails("payment")).map(({ subject }) => subject)).toEqual([
      "KSh 1,200 is still missing",
      "We have your KSh 1,300",
      "We have your KSh 50",
    ]);
    await pass(601);
    await run();
    const told = outbox.list().map(({ subject }) => subject);
    expect(told.filter((subject) => subject.endsWith("look at it"))).toHaveLength(2);
  });
});

describe("a payment of which only the callback speaks", () => {
  test.each([
    [5000, "counted"],
    [5001, "held"],
  ])("of KSh %d is %s after ten silent minutes", async (price, state) => {
    const bill = await billFor({ "duka.co.ke": price });
    await askPhone(bill, phone("000"));
    await Promise.all(daraja.answers);
    for (const prompt of daraja.prompts.values()) prompt.result = undefined;
    await run();
    expect(await payments()).toMatchObject([{ state: "held" }]);
    await pass(700);
    await run();
    expect(await payments()).toMatchObject([{ state }]);
  });
});

describe("the address for callbacks", () => {
  const post = (path: string, body: unknown, headers = { "Content-Type": "application/json" }) =>
    fetch(`${env.origin}${path}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const SECRET = `/pay/c/${env.mpesa?.callbackPath}`;
  const stored = () => rows("select key, body from payment_callbacks");

  test("answers a wrong secret with an empty 404 that is not stored", async () => {
    const url = new URL(promptCallbackUrl(crypto.randomUUID())).pathname;
    for (const path of [
      `/pay/c/${"x".repeat(32)}`,
      url.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      "/pay/k/",
      `${SECRET}x`,
      `${SECRET}/w`,
      "/pay/c/../x",
    ]) {
      const reply = await post(path, { TransID: "SG722NMVXQ", TransAmount: "5" });
      if (path.includes("..")) continue;
      expect([path, reply.status, await reply.text()]).toEqual([path, 404, ""]);
      expect(reply.headers.get("Set-Cookie")).toBeNull();
    }
    expect((await fetch(`${env.origin}${SECRET}`)).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("of a prompt never spells a word that Daraja refuses in an address", () => {
    const paths = Array.from({ length: 5000 }, () => new URL(promptCallbackUrl(crypto.randomUUID())).pathname);
    expect(paths.filter((path) => REFUSED_WORDS.test(path))).toEqual([]);
  });

  test("stores a body once without names, answers as documented, and refuses what is none", async () => {
    const body = {
      TransID: "SG722NMVXQ",
      TransAmount: "5.00",
      BillRefNumber: "x",
      FirstName: "NJERI",
      MSISDN: "254712345678",
    };
    const reply = await post(SECRET, body);
    expect([reply.status, await reply.json()]).toEqual([200, { ResultCode: 0, ResultDesc: "Success" }]);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    expect((await post(SECRET, body)).status).toBe(200);
    expect(await (await post(`${SECRET}/v`, body)).json()).toEqual({ ResultCode: "0", ResultDesc: "Accepted" });
    expect(await stored()).toMatchObject([{ key: "c2b:SG722NMVXQ" }]);
    expect(JSON.stringify(await stored())).not.toMatch(/NJERI|254712345678/);
    for (const odd of ["", "{", "[]", "a=b", { TransID: 5 }]) expect((await post(SECRET, odd)).status).toBe(400);
    expect((await post(SECRET, `"${"x".repeat(17_000)}"`)).status).toBe(413);
    expect(await stored()).toHaveLength(1);
  });

  test("answers 503 while the database is down, so that nothing is lost that may come again", async () => {
    await rows("alter table payment_callbacks rename to payment_callbacks_away");
    const reply = await post(SECRET, { TransID: "SG722NMVXQ", TransAmount: "5.00" });
    await rows("alter table payment_callbacks_away rename to payment_callbacks");
    expect(reply.status).toBe(503);
  });

  test("leaves odd payments to a person", async () => {
    const odd = { TransAmount: "5.50", BillRefNumber: "x", BusinessShortCode: env.mpesa?.shortcode };
    await post(SECRET, { ...odd, TransID: "CENTS00001" });
    await post(SECRET, { ...odd, TransID: "OTHER00001", TransAmount: "5", BusinessShortCode: "999999" });
    await post(SECRET, { ...odd, TransID: "!", TransAmount: "5" });
    await run();
    expect(await payments()).toEqual([]);
    expect(
      await rows("select problem from payment_callbacks where handled_at is not null and problem is null"),
    ).toEqual([]);
  });
});
