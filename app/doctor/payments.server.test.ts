import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { server } from "#mocks/node.ts";
import { handPaymentChecks, paymentChecks } from "./payments.server.ts";
import { runChecks } from "./run-doctor.server.ts";

const URL_OF = "https://provider.example/daraja";
const ORIGIN = "https://www.duka.example";
const SECRETS = {
  key: "the-key-1",
  secret: "the-secret-2",
  passkey: "the-passkey-3",
  callbackPath: "path-4-".repeat(6),
};
const MPESA = {
  ...{ ...SECRETS, url: URL_OF, shortcode: "600123", till: undefined },
  ...{ trustKsh: 5000, mostKsh: 150_000, hasPull: false },
};
const TOKEN = `${URL_OF}/oauth/v1/generate`;
const QUERY = `${URL_OF}/mpesa/stkpushquery/v1/query`;
const REPORTS = `${ORIGIN}/pay/c/${SECRETS.callbackPath}/v`;

const before = { mpesa: env.mpesa, origin: env.origin, staff: env.staff, needsWitness: env.needsWitness };
const accept = http.post(REPORTS, () => HttpResponse.json({ ResultCode: "0", ResultDesc: "Accepted" }));
beforeEach(() => {
  Object.assign(env, { mpesa: MPESA, origin: ORIGIN });
  server.use(accept);
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env, before);
});

/** Runs the checks. No line may contain a key, a token or the secret address. */
async function linesOf() {
  const [keys, reports] = await runChecks(paymentChecks());
  const text = JSON.stringify([keys, reports]);
  for (const secret of [...Object.values(SECRETS), "token-"]) expect(text).not.toContain(secret);
  return { keys, reports };
}

const refuse = (status: number, errorCode: string, errorMessage: string) => () =>
  HttpResponse.json({ requestId: "1", errorCode, errorMessage }, { status });

test("the keys are good if a made-up prompt is refused, and no phone is asked", async () => {
  const calls: string[] = [];
  server.events.on("request:start", ({ request }) => void calls.push(request.url));
  const { keys, reports } = await linesOf();
  server.events.removeAllListeners();
  expect(keys).toMatchObject({
    state: "good",
    message: "provider.example takes the key. It refused a made-up payment, as it should.",
  });
  expect(reports).toMatchObject({ state: "good", message: "www.duka.example takes M-PESA's reports." });
  expect(calls.sort()).toEqual([`${TOKEN}?grant_type=client_credentials`, QUERY, REPORTS].sort());
});

test("the keys of M-PESA's test system are warned of", async () => {
  const url = "https://sandbox.safaricom.co.ke";
  Object.assign(env, { mpesa: { ...MPESA, url } });
  server.use(
    http.get(`${url}/oauth/v1/generate`, () => HttpResponse.json({ access_token: "token-1" })),
    http.post(
      `${url}/mpesa/stkpushquery/v1/query`,
      refuse(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID"),
    ),
  );
  expect((await linesOf()).keys).toMatchObject({ state: "warning", message: expect.stringContaining("no money") });
});

test.each([400, 401, 403])("a key or secret that Daraja does not know (HTTP %d) is bad", async (status) => {
  server.use(http.get(TOKEN, refuse(status, "400.008.01", "Invalid Authentication passed")));
  expect((await linesOf()).keys).toMatchObject({
    state: "bad",
    message: `provider.example does not know the key (HTTP ${status}).`,
    advice: "Copy MPESA_KEY and MPESA_SECRET anew.",
  });
});

test("a short code or passkey of another app is bad", async () => {
  // The fake provider compares the password with the settings of this process.
  for (const other of [{ shortcode: "600999" }, { passkey: "the-passkey-of-another" }]) {
    Object.assign(env, { mpesa: { ...MPESA, ...other } });
    const finding = paymentChecks()[0]?.run();
    Object.assign(env, { mpesa: MPESA });
    expect(await finding).toMatchObject({
      state: "bad",
      advice: expect.stringMatching(/MPESA_SHORTCODE.*PASSKEY/),
    });
  }
  server.use(http.post(QUERY, refuse(500, "500.001.1001", "Merchant does not exist")));
  expect((await linesOf()).keys).toMatchObject({ state: "bad", advice: expect.stringContaining("MPESA_SHORTCODE") });
});

test("a token that Daraja does not take is bad, and a busy Daraja a warning", async () => {
  server.use(http.post(QUERY, refuse(404, "404.001.03", "Invalid Access Token")));
  expect((await linesOf()).keys).toMatchObject({ state: "bad", advice: expect.stringContaining("approved") });
  server.use(http.post(QUERY, refuse(500, "500.003.02", "System is busy")));
  expect((await linesOf()).keys).toMatchObject({ state: "warning", message: expect.stringContaining("500.003.02") });
  server.use(http.post(QUERY, refuse(500, "500.001.1001", "The transaction is being processed")));
  expect((await linesOf()).keys).toMatchObject({ state: "good" });
});

test("a Daraja that is down, unreadable or slow is bad, and the keys are not blamed", async () => {
  const advice = expect.stringContaining("MPESA_URL");
  for (const address of [TOKEN, QUERY]) {
    for (const respond of [() => HttpResponse.error(), () => new HttpResponse("<html>", { status: 503 })]) {
      server.use(http.all(address, respond));
      expect((await linesOf()).keys).toMatchObject({ state: "bad", advice });
      server.resetHandlers();
      server.use(accept);
    }
  }
  server.use(http.get(TOKEN, () => HttpResponse.text("<html>a page in front of it")));
  expect((await linesOf()).keys).toMatchObject({ state: "bad", advice });
  server.resetHandlers();
  server.use(accept);
  const timedOut = () => AbortSignal.abort(new DOMException("too long", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timedOut);
  const slow = await linesOf();
  expect(slow.keys).toMatchObject({
    state: "bad",
    message: "provider.example: it did not answer in time (TimeoutError).",
    advice,
  });
  expect(slow.reports).toMatchObject({ state: "bad", advice: expect.stringContaining("PUBLIC_ORIGIN") });
});

test("an address for reports that nobody reaches, or that another site or path answers, is bad", async () => {
  server.use(http.post(REPORTS, () => HttpResponse.error()));
  expect((await linesOf()).reports).toMatchObject({
    state: "bad",
    message: expect.stringMatching(/^www\.duka\.example: /),
    advice: expect.stringContaining("PUBLIC_ORIGIN"),
  });
  for (const status of [404, 415, 503]) {
    server.use(http.post(REPORTS, () => new HttpResponse("", { status })));
    expect((await linesOf()).reports).toMatchObject({
      state: "bad",
      message: `www.duka.example: it said no (HTTP ${status}).`,
      advice: expect.stringContaining("MPESA_CALLBACK_PATH"),
    });
  }
  for (const body of [{ ResultCode: "1" }, "<html>"]) {
    server.use(http.post(REPORTS, () => HttpResponse.json(body)));
    expect((await linesOf()).reports).toMatchObject({ state: "bad" });
  }
});

test.each(["https://mpesa.duka.example", "https://www.duka-query.example"])(
  "the address %s has a word that Safaricom refuses",
  async (origin) => {
    Object.assign(env, { origin });
    expect((await linesOf()).reports).toMatchObject({
      state: "warning",
      advice: "Use another host name in PUBLIC_ORIGIN.",
    });
  },
);

test("without M-PESA both lines are off, and nobody is called", async () => {
  Object.assign(env, { mpesa: null });
  const calls: string[] = [];
  server.events.on("request:start", ({ request }) => void calls.push(request.url));
  const { keys, reports } = await linesOf();
  server.events.removeAllListeners();
  const message = "Off, because MPESA_URL is not set: the agency sends the bill itself.";
  expect([keys, reports]).toMatchObject([
    { state: "off", message },
    { state: "off", message },
  ]);
  expect(calls).toEqual([]);
});

test.each([
  [["a@b.ke", "c@d.ke"], true, /^good A second person confirms/],
  [["a@b.ke"], true, /^warning There is one member of staff.*PAYMENTS_WITNESS=0/],
  [["a@b.ke"], false, /^good One person counts payments by hand alone. Each is logged and mailed to BRAND_EMAIL/],
  [["a@b.ke", "c@d.ke"], false, /^warning Each of 2 members.*Remove PAYMENTS_WITNESS/],
  [[], true, /^off .*no desk/],
] as const)("of %j staff, a second person needed: %s, the doctor says %s", async (staff, needsWitness, words) => {
  Object.assign(env, { staff: [...staff], needsWitness, mpesa: { shortcode: "600123" } });
  const [check] = handPaymentChecks();
  expect(Object.values((await check?.run()) ?? {}).join(" ")).toMatch(words);
});
