import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { promptCallbackUrl } from "#app/payments/receive-callback.server.ts";
import { env } from "#app/platform/env.server.ts";
import { REFUSED_WORDS } from "#app/platform/settings/mpesa-settings.ts";
import "./payment-site.ts";
import { rows, run } from "./payment-fixtures.ts";

const payments = () => rows("select state from payments");

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
      const response = await post(path, { TransID: "SG722NMVXQ", TransAmount: "5" });
      if (path.includes("..")) continue;
      expect([path, response.status, await response.text()]).toEqual([path, 404, ""]);
      expect(response.headers.get("Set-Cookie")).toBeNull();
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
    const response = await post(SECRET, body);
    expect([response.status, await response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: "Success" }]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
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
    const response = await post(SECRET, { TransID: "SG722NMVXQ", TransAmount: "5.00" });
    await rows("alter table payment_callbacks_away rename to payment_callbacks");
    expect(response.status).toBe(503);
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
