import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { promptCallbackUrl } from "#app/payments/receive-callback.server.ts";
import { env } from "#app/platform/env.server.ts";
import { PageCache } from "#app/server/page-cache.server.ts";
import { createRequestHandler } from "#app/server/request-handler.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { place } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first } from "./two-customers.ts";

/** What a site says that takes no payments, and whose bills name a Pay Bill number. */
const OWN_WORDS =
  /We e-mail you the M-PESA Pay Bill number\.|You pay by M-PESA\. |Pay by M-PESA|M-PESA, with a bill by e-mail/g;
const BILL = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a0b";
const OWN = `/dashboard/orders/pay/${BILL}`;
const PAGES = [
  ...["/", "/terms", "/privacy", "/questions", "/contact", "/domains/pricing", "/dashboard", "/dashboard/orders"],
  ...["/dashboard/orders/renew", "/dashboard/orders/new?kind=renew&domain=safarinjema.com", "/profile"],
  "/dashboard/orders/new?kind=hosting&plan=deluxe",
];

beforeAll(async () => {
  expect(env.mpesa).toBeNull();
  for (const name of ["njeri-bakes.com", "mwangihardware.co.ke"]) {
    expect(await place(first, "renew", name)).toMatchObject({ status: 303, to: "/dashboard/orders" });
  }
});

test("without M-PESA an order makes no bill, and its mail has no link to pay", async () => {
  expect(await database.query("select id from bills")).toEqual([]);
  expect(await database.query("select distinct bill_id from orders")).toEqual([{ bill_id: null }]);
  const mails = await database.query("select body_text from mails where kind = 'order'");
  expect(mails).toHaveLength(2);
  for (const { body_text } of mails)
    expect(String(body_text).replace(OWN_WORDS, "")).not.toMatch(/\/pay\/|M-PESA|Pay KSh/);
});

test.each(PAGES)(
  "without M-PESA %s has no bill, no link to pay, and names neither Safaricom nor M-PESA",
  async (path) => {
    const page = await readPage(path, first);
    expect(page.status).toBe(200);
    expect(page.links("a").filter((to) => /\/pay\b|\/receipt\//.test(to ?? ""))).toEqual([]);
    expect(page.html).not.toMatch(/\/pay\/|orders\/(?:pay|receipt)|takesPayments|isPaidFirst|missingKsh/);
    // The agency's own words name M-PESA.
    const words = page.texts("body").join().replace(OWN_WORDS, "");
    expect(words).not.toMatch(/M-PESA|Safaricom|Pay KSh|Not paid yet|Bill:/);
  },
);

test.each(["/terms", "/questions"])("without M-PESA %s says that nothing is charged on the site", async (path) => {
  expect((await readPage(path)).texts("main").join()).toContain("Nothing is charged on this site.");
});

test("without M-PESA the privacy policy has no part about payments", async () => {
  expect((await readPage("/privacy")).texts("main").join()).not.toMatch(/If you pay|your phone number and the amount/);
});

describe("without M-PESA an address of payments is an unknown page", () => {
  /** Returns what a browser gets, without what differs from one URL or request to the next. */
  async function bytesOf(browser: Browser, path: string, fields?: [string, string][]) {
    const { status, to, headers, html } = await renderPage(browser, path, fields);
    const kept = [...headers].filter(([name]) => name !== "set-cookie");
    const scrub = (text: string) => text.replaceAll(path, "/PATH").replaceAll(encodeURIComponent(path), "/PATH");
    return { status, to: to && scrub(to), kept: scrub(JSON.stringify(kept)), html: scrub(html) };
  }

  test.each([
    ["/pay/a-token", "/nowhere/a-token"],
    ["/pay/a-token/receipt", "/nowhere/a-token/receipt"],
    ["/pay/k/a.b", "/nowhere/k/a.b"],
    [`/pay/c/${"x".repeat(32)}`, `/nowhere/c/${"x".repeat(32)}`],
    // A signed-in customer gets the site's unknown page, not the dashboard's.
    [OWN, OWN.replace("/dashboard/", "/nowhere/")],
  ])("%s, byte for byte", async (path, unknown) => {
    for (const fields of [undefined, [["phone", "0712345000"]] as [string, string][]]) {
      expect(await bytesOf(first, path, fields)).toEqual(await bytesOf(first, unknown, fields));
    }
    const visitor = newBrowser();
    const unknownToVisitor = path === OWN ? "/dashboard/nowhere" : unknown;
    expect(await bytesOf(visitor, path)).toEqual(await bytesOf(visitor, unknownToVisitor));
  });

  test("a bill from before M-PESA was switched off can neither be seen nor paid, and no page leads to it", async () => {
    const bill = "insert into bills (user_id, reference, amount_ksh) values ($1, 'MT000001', 1500) returning id";
    const [row] = await database.query(bill, [FIRST.id]);
    const unknown = "/nowhere/bill";
    for (const path of [`/dashboard/orders/pay/${row?.id}`, new URL(payUrl(String(row?.id))).pathname]) {
      for (const fields of [undefined, [["form", "ask"]] as [string, string][]]) {
        expect(await bytesOf(first, path, fields)).toEqual(await bytesOf(first, unknown, fields));
      }
    }
    const list = await bytesOf(first, "/dashboard/orders");
    await database.query("update orders set bill_id = $1", [row?.id]);
    expect(await bytesOf(first, "/dashboard/orders")).toEqual(list);
    await database.query("update orders set bill_id = null");
    await database.query("delete from bills");
  });

  test("a receipt is a 404 without a word of payments", async () => {
    const page = await readPage(`/dashboard/orders/receipt/${BILL}`, first);
    expect(page.status).toBe(404);
    expect(page.texts("body").join().replace(OWN_WORDS, "")).not.toMatch(/M-PESA|Safaricom|Pay KSh/);
  });
});

describe("without M-PESA a report of a payment", () => {
  let site: Server;
  beforeAll(async () => {
    mocks.close();
    mocks.listen({ onUnhandledRequest: "bypass" });
    const page = async (_req: unknown, res: { end(text: string): void }, visit: { rejectedStatus?: number }) =>
      res.end(`a page with status ${visit.rejectedStatus ?? 404}`);
    site = createServer(createRequestHandler({ site: page as never, cache: new PageCache() }));
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  test("gets what any unknown address gets, and nothing is stored", async () => {
    const send = async (path: string, init: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`, init);
      const headers = [...response.headers].filter(([name]) => !["x-request-id", "date"].includes(name));
      return { status: response.status, headers, text: await response.text() };
    };
    const body = JSON.stringify({ TransID: "SG722NMVXQ", TransAmount: "5.00" });
    const json = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const prompt = new URL(promptCallbackUrl(BILL)).pathname;
    for (const path of [prompt, `/pay/c/${"x".repeat(32)}`, `/pay/c/${"x".repeat(32)}/v`, "/pay/k/", "/pay/c/"]) {
      for (const init of [json, { method: "GET" }]) {
        expect([path, await send(path, init)]).toEqual([path, await send(path.replace("/pay/", "/nowhere/"), init)]);
      }
    }
    expect(await send(prompt, json)).toMatchObject({ text: "a page with status 415" });
    expect(await database.query("select key from payment_callbacks")).toEqual([]);
  });
});
