import { setDeadlines } from "../../tests/deadlines.js";
import "../../tests/integration/mpesa-settings.ts";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { daraja } from "#mocks/daraja/daraja.ts";
import { neverRespond, sandboxDelays } from "#mocks/faults.ts";
import { server } from "#mocks/node.ts";
import { createMpesa } from "./daraja.api.server.ts";
import { readPaybillCallback, readStkCallback } from "./daraja-callback.server.ts";

const SETTINGS = env.mpesa;
if (!SETTINGS) throw new Error("no settings");
const ASK = { phone: "+254712345000", amountKsh: 1500, reference: "M0000000", callbackUrl: "https://a.ke/pay/k/x" };
const PROCESS = "*/daraja/mpesa/stkpush/v1/processrequest";
const QUERY = "*/daraja/mpesa/stkpushquery/v1/query";
const client = () => createMpesa(SETTINGS);
const error = (status: number, errorCode: string, errorMessage: string) =>
  HttpResponse.json({ requestId: "1", errorCode, errorMessage }, { status });

let delivered: [url: string, body: unknown][] = [];
beforeEach(() => {
  sandboxDelays.payMs = 0;
  daraja.reset();
  delivered = [];
  daraja.deliver = async (...one) => delivered.push(one);
});

describe("asking a phone", () => {
  test("sends the prompt with one signature, and returns the numbers by which it is found again", async () => {
    const sent = await client().sendPrompt(ASK);
    const [prompt] = daraja.prompts.values();
    expect(prompt).toMatchObject({ phone: "254712345000", amount: 1500, reference: "M0000000" });
    expect(sent).toEqual({
      kind: "sent",
      merchantRequestId: prompt?.merchantId,
      checkoutRequestId: prompt?.checkoutId,
    });
  });

  test("pays to a till by its own number", async () => {
    const bodies: unknown[] = [];
    server.use(http.post(PROCESS, async ({ request }) => void bodies.push(await request.clone().json())));
    await createMpesa({ ...SETTINGS, till: "51234" }).sendPrompt(ASK);
    expect(bodies).toMatchObject([
      { TransactionType: "CustomerBuyGoodsOnline", PartyB: "51234", BusinessShortCode: "600123", Amount: 1500 },
    ]);
  });

  test("is refused with the provider's code, and unknown if its reply was lost", async () => {
    const busy = await client().sendPrompt({ ...ASK, phone: "+254712345500" });
    expect(busy).toEqual({ kind: "refused", code: "500.003.02", text: expect.stringContaining("busy") });
    for (const respond of [
      neverRespond,
      () => new HttpResponse("<html>", { status: 500 }),
      () => HttpResponse.text("?"),
    ]) {
      server.use(http.post(PROCESS, ({ request }) => respond({ ...request, signal: request.signal } as Request)));
      setDeadlines(respond === neverRespond ? { write: 300 } : {});
      expect(await client().sendPrompt(ASK)).toEqual({ kind: "unknown" });
    }
    server.use(http.get("*/daraja/oauth/v1/generate", () => HttpResponse.error()));
    expect(await client().sendPrompt(ASK)).toMatchObject({ kind: "refused", code: "" });
  });

  test("calls once, and once more with a new token if another process has taken ours", async () => {
    const calls: string[] = [];
    server.events.on("request:start", ({ request }) => void calls.push(new URL(request.url).pathname));
    const [mine, theirs] = [client(), client()];
    await mine.sendPrompt(ASK);
    await theirs.sendPrompt(ASK);
    calls.length = 0;
    expect(await mine.sendPrompt(ASK)).toMatchObject({ kind: "sent" });
    expect(calls.map((path) => path.split("/").at(-1))).toEqual(["processrequest", "generate", "processrequest"]);
    expect(daraja.prompts.size).toBe(3);
    calls.length = 0;
    server.use(http.post(PROCESS, () => error(404, "404.001.03", "Invalid Access Token")));
    expect(await mine.sendPrompt(ASK)).toMatchObject({ kind: "refused", code: "404.001.03" });
    expect(calls).toHaveLength(3);
    server.events.removeAllListeners();
  });

  test("fetches one token for many parallel calls", async () => {
    const calls: string[] = [];
    server.events.on("request:start", ({ request }) => void calls.push(request.url));
    const one = client();
    await Promise.all(Array.from({ length: 10 }, () => one.sendPrompt(ASK)));
    expect(calls.filter((url) => url.includes("oauth"))).toHaveLength(1);
    server.events.removeAllListeners();
  });

  test("a late refusal of an earlier token does not discard the new one", async () => {
    const one = client();
    await one.sendPrompt(ASK);
    await client().sendPrompt(ASK);
    const tokens: (string | null)[] = [];
    let refuseLate: () => void = () => undefined;
    const isLate = new Promise<void>((resolve) => {
      refuseLate = resolve;
    });
    server.use(
      http.post(PROCESS, async ({ request }) => {
        tokens.push(request.headers.get("Authorization"));
        if (tokens.length > 1) return;
        await isLate;
        return error(404, "404.001.03", "Invalid Access Token");
      }),
    );
    const late = one.sendPrompt(ASK);
    await vi.waitFor(() => expect(tokens).toHaveLength(1));
    expect(await one.sendPrompt(ASK)).toMatchObject({ kind: "sent" });
    refuseLate();
    expect(await late).toMatchObject({ kind: "sent" });
    const [earlier, , next] = tokens;
    expect(tokens).toEqual([earlier, earlier, next, next]);
  });
});

describe("the query of a prompt", () => {
  test.each([
    ["000", { kind: "ended", code: "0" }],
    ["032", { kind: "ended", code: "1032" }],
    ["990", { kind: "pending" }],
  ])("of a phone with %s returns %j", async (digits, outcome) => {
    const mpesa = client();
    const sent = await mpesa.sendPrompt({ ...ASK, phone: `+254712345${digits}` });
    const id = sent.kind === "sent" ? sent.checkoutRequestId : "";
    if (digits !== "990") await vi.waitFor(() => expect(daraja.prompts.get(id)?.result).toBeDefined());
    expect(await mpesa.query(id)).toMatchObject(outcome);
  });

  test("is silent on errors, which do not open the breaker", async () => {
    server.use(http.post(QUERY, () => error(500, "500.003.02", "System is busy")));
    const mpesa = client();
    for (let at = 0; at < 7; at++) expect(await mpesa.query("ws_CO_1")).toEqual({ kind: "silent" });
    server.use(http.post(QUERY, () => error(500, "500.001.1001", "The transaction is being processed")));
    expect(await mpesa.query("ws_CO_1")).toEqual({ kind: "pending" });
  });
});

test("payments are listed page by page", async () => {
  for (let count = 0; count < 150; count++) daraja.pay({ amount: count + 1, reference: "M0000000" });
  const now = new Date();
  const listed = await client().list(new Date(now.getTime() - 3600_000), now);
  expect(listed.ok && listed.value.length).toBe(150);
  expect(listed.ok && listed.value[149]).toEqual({
    ...{ code: expect.stringMatching(/^S\w{9}$/), amount: "150.0", reference: "M0000000" },
    paidAt: expect.stringMatching(/Z$/),
  });
});

test("a refused list is no empty list", async () => {
  const list = "*/daraja/pulltransactions/v1/query";
  server.use(http.post(list, () => error(400, "400.003.02", "Bad Request")));
  expect(await client().list(new Date(0), new Date())).toMatchObject({ ok: false });
});

describe("a callback", () => {
  test("of a paid prompt is read without the phone", async () => {
    const mpesa = client();
    await mpesa.sendPrompt(ASK);
    const [url, body] = await vi.waitFor(() => {
      const mine = delivered.find(([, text]) => JSON.stringify(text).includes("254712345000"));
      return mine ?? Promise.reject(new Error("not delivered yet"));
    });
    expect(url).toBe(ASK.callbackUrl);
    const read = readStkCallback(body);
    expect(read).toMatchObject({
      resultCode: "0",
      amount: "1500",
      code: expect.any(String),
      paidAt: expect.any(String),
    });
    expect(JSON.stringify(read)).not.toContain("254712345000");
    expect(Math.abs(Date.parse(read?.paidAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  test("of a Pay Bill payment is read without names", async () => {
    await daraja.reportPaybill(daraja.pay({ amount: 5, reference: "m000 0000" }));
    const body = delivered.find(([url]) => url.includes("/pay/c/"))?.[1];
    const read = readPaybillCallback(body);
    expect(read).toMatchObject({ amount: "5.00", reference: "m000 0000", shortcode: "600123" });
    expect(JSON.stringify(read)).not.toMatch(/NJERI|2547/);
  });

  test.each([null, [], {}, { Body: {} }, { Body: { stkCallback: { ResultDesc: "x" } } }, "text", 5])(
    "is not read from %j",
    (body) => {
      expect(readStkCallback(body)).toBeUndefined();
      expect(readPaybillCallback(body)).toBeUndefined();
    },
  );

  test("with numbers as texts, without metadata or with an odd time is read all the same", () => {
    const stkCallback = { MerchantRequestID: 1, CheckoutRequestID: "c", ResultCode: "1032", ResultDesc: "Cancelled" };
    expect(readStkCallback({ Body: { stkCallback } })).toMatchObject({
      resultCode: "1032",
      code: undefined,
      paidAt: "",
    });
    expect(readPaybillCallback({ TransID: " sg722nmvxq ", TransAmount: 5 })).toMatchObject({
      code: "SG722NMVXQ",
      paidAt: "",
    });
  });
});
