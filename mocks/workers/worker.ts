import { HttpResponse } from "msw";
import { z } from "zod";
import { delayIfSlow, faultOfEmail, neverRespond } from "../faults.ts";
import { spendToken } from "../handlers/bot-check.ts";
import { malformed } from "../malformed.ts";
import { type OutboxItem, outbox } from "../outbox.ts";
import { WORKER_KEY } from "./keys.ts";

const bodySchema = z.strictObject({
  email: z.string().includes("@"),
  firstName: z.string(),
  lastName: z.string(),
  turnstileToken: z.string().max(2048),
  dynamicData: z.strictObject({
    subject: z.string().min(1),
    html: z.string().min(1),
    tags: z.array(z.strictObject({ name: z.string().regex(/^[\w-]+$/), value: z.string().regex(/^[\w-]+$/) })).min(1),
  }),
});
export type WorkerBody = z.infer<typeof bodySchema>;

/** Idempotency-Keys of sent mails. */
const sent = new Set<string>();

/** Forgets every Idempotency-Key. */
export function forgetWorkerKeys(): void {
  sent.clear();
}

type Worker = {
  kind: OutboxItem["kind"];
  /** Returns what is wrong with a body that matches the schema, if anything is. */
  refuse: (body: WorkerBody) => string | undefined;
};

/**
 * Responds as an e-mail worker: it requires an unused bot-check token or the worker's key, and sends one mail for each
 * Idempotency-Key. After a rejected call the key may be used again with another token.
 */
export async function respondAsWorker(request: Request, { kind, refuse }: Worker) {
  const body = bodySchema.safeParse(await request.json().catch(() => undefined)).data;
  if (!body) return malformed(request, "the body must be exactly what docs/going-live.md says");
  const key = request.headers.get("Idempotency-Key") ?? "";
  if (!/^[\w-]{8,128}$/.test(key)) return malformed(request, "the header Idempotency-Key is missing or odd");
  const authorization = request.headers.get("Authorization");
  const isTrusted = authorization === `Bearer ${WORKER_KEY}`;
  if (body.turnstileToken === "" ? !isTrusted : authorization !== null) {
    return malformed(request, "either a token or the worker's key");
  }
  const reason = refuse(body);
  if (reason !== undefined) return malformed(request, reason);

  const fault = faultOfEmail(body.email);
  if (fault === "timeout") return neverRespond(request);
  await delayIfSlow(fault);
  if (sent.has(key)) return HttpResponse.json({ success: true });
  if (!isTrusted && (!spendToken(body.turnstileToken) || fault === "captcha")) {
    return HttpResponse.json({ error: "Turnstile did not accept the token" }, { status: 403 });
  }
  if (fault === "fail") return HttpResponse.json({ error: "The mail server is not answering." }, { status: 500 });
  if (fault === "refuse") return HttpResponse.json({ error: "This address does not take mail." }, { status: 422 });
  sent.add(key);
  const { subject, html } = body.dynamicData;
  outbox.add({ kind, to: body.email, subject, text: "", html });
  return HttpResponse.json({ success: true });
}
