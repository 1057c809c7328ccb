import { HttpResponse, http } from "msw";
import { z } from "zod";
import { faultOfToken, neverAnswer, waitAs } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import widget from "./turnstile.js?raw";

const callSchema = z.strictObject({ token: z.string().min(1).max(2048) });

/** Tokens that were verified: each is good once (Turnstile, "Validate the token"). */
const spent = new Set<string>();

/** Spends a token as Turnstile does. Gives back whether it was good: an unused one that does not ask to be refused. */
export function spendToken(token: string): boolean {
  const isGood = faultOfToken(token) !== "refuse" && !spent.has(token);
  spent.add(token);
  return isGood;
}

/** Forgets which tokens were used. */
export function forgetTokens(): void {
  spent.clear();
}

/** The bot check: the worker that verifies tokens, and the script of a stand-in for Turnstile's widget. */
export const botCheckHandlers = [
  http.post("*/bot-check", async ({ request }) => {
    const call = callSchema.safeParse(await request.json().catch(() => undefined)).data;
    if (!call) return malformed(request, "the body must be { token } as JSON, of 1 to 2048 characters");
    const fault = faultOfToken(call.token);
    if (fault === "timeout") return neverAnswer(request);
    await waitAs(fault);
    if (fault === "error500") return HttpResponse.json({ error: "Internal error" }, { status: 500 });
    return HttpResponse.json({ success: spendToken(call.token) });
  }),
  http.all("*/bot-check", unknownCall),
  http.get("*/turnstile/v0/api.js", () => new HttpResponse(widget, { headers: { "Content-Type": "text/javascript" } })),
];
