import { HttpResponse, http } from "msw";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { delayIfSlow, faultOfToken, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import widget from "./turnstile.js?raw";

const callSchema = z.strictObject({ token: z.string().min(1).max(2048) });

const verifySchema = z.strictObject({
  secret: z.string().min(1),
  response: z.string().min(1).max(2048),
  idempotency_key: z.uuid(),
});

/** The key that the fake Turnstile knows. */
export const TURNSTILE_SECRET = "sandbox-turnstile-secret";

/** Used tokens: each is valid once (Turnstile, "Validate the token"). */
const spent = new Set<string>();

/** Uses a token, and returns whether it was valid: unused, and without the magic word "refuse". */
export function spendToken(token: string): boolean {
  const isGood = faultOfToken(token) !== "refuse" && !spent.has(token);
  spent.add(token);
  return isGood;
}

/** Forgets the used tokens. */
export function forgetTokens(): void {
  spent.clear();
}

/** The bot check: the worker that verifies tokens, Turnstile itself, and a fake of the widget's script. */
export const botCheckHandlers = [
  http.post("*/bot-check", async ({ request }) => {
    const call = callSchema.safeParse(await request.json().catch(() => undefined)).data;
    if (!call) return malformed(request, "the body must be { token } as JSON, of 1 to 2048 characters");
    const fault = faultOfToken(call.token);
    if (fault === "timeout") return neverRespond(request);
    await delayIfSlow(fault);
    if (fault === "error500") return HttpResponse.json({ error: "Internal error" }, { status: 500 });
    return HttpResponse.json({ success: spendToken(call.token) });
  }),
  http.all("*/bot-check", unknownCall),
  // Turnstile itself, for a site without a worker. After its last colon a token has the name of its form.
  http.post("https://challenges.cloudflare.com/turnstile/v0/siteverify", async ({ request }) => {
    const call = verifySchema.safeParse(await request.json().catch(() => undefined)).data;
    if (!call) return malformed(request, "the body must be { secret, response, idempotency_key } as JSON");
    const fault = faultOfToken(call.response);
    if (fault === "timeout") return neverRespond(request);
    await delayIfSlow(fault);
    if (fault === "error500") return HttpResponse.json({ "error-codes": ["internal-error"] }, { status: 500 });
    const wrong = call.secret === TURNSTILE_SECRET ? "timeout-or-duplicate" : "invalid-input-secret";
    if (wrong === "invalid-input-secret" || !spendToken(call.response)) {
      return HttpResponse.json({ success: false, "error-codes": [wrong] });
    }
    const [, action = ""] = /:([\w-]*)$/.exec(call.response) ?? [];
    return HttpResponse.json({ success: true, "error-codes": [], hostname: new URL(env.origin).hostname, action });
  }),
  http.get("*/turnstile/v0/api.js", () => new HttpResponse(widget, { headers: { "Content-Type": "text/javascript" } })),
];
