import { z } from "zod";
import { log } from "#app/platform/log.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { cleanMessage, textIn } from "#app/platform/upstream/reply.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import type { WorkerMail } from "./mail.ts";

/** An empty reply is a success too. */
const replySchema = z.object({ success: z.boolean().optional(), error: z.unknown().optional() }).optional();

const ABOUT_TOKEN = /captcha|turnstile|bot.?check/i;

/**
 * Why this address may be written to: a bot-check token for the worker to verify, or "proven": the address was confirmed, or
 * the token was verified before.
 */
export type Proof = { token: string } | "proven";

/** "kept": nothing was sent because WORKER_KEY is not set. */
export const deliverySchema = z.enum(["sent", "kept"]);
export type Delivery = z.infer<typeof deliverySchema>;

type MailWorkerOptions = {
  service: string;
  url: string;
  /** Default messages. `refused`: the worker rejected the mail without a text. `silent`: no reply came. */
  words: { refused: string; silent: string };
  /** Returns the key that is sent for proven addresses; undefined if it is not set. */
  keyOf: () => string | undefined;
};

/**
 * Creates a sender for an e-mail worker. The sender never retries by itself. A worker that honours Idempotency-Key sends a
 * repeated call's mail once. A failure's message is the worker's `error`, else the default; if the reply was lost, the failure
 * has `isUnknown`. Source: docs/product/forms.md, "The bot check", and docs/going-live.md.
 */
export function createMailWorker({ service, url, words, keyOf }: MailWorkerOptions) {
  return async (mail: WorkerMail, proof: Proof, idempotencyKey: string): Promise<Result<Delivery>> => {
    const key = proof === "proven" ? keyOf() : undefined;
    if (proof === "proven" && key === undefined) {
      log.warn({ service }, "WORKER_KEY is not set: kept, to be sent");
      return success("kept");
    }
    const { email, firstName, lastName, dynamicData } = mail;
    const turnstileToken = proof === "proven" ? "" : proof.token;
    const sent = await requestJson({
      service,
      op: "send",
      base: url,
      path: [],
      method: "POST",
      headers: {
        "Idempotency-Key": idempotencyKey,
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      usesVisitorToken: key === undefined,
      body: { email, firstName, lastName, turnstileToken, dynamicData },
      schema: replySchema,
      fallbackMessage: words.silent,
      messageOf: (body) => textIn(body, "error") ?? words.refused,
    });
    if (!sent.ok) return withReason(sent);
    if (sent.value?.success !== false) return success("sent");
    return withReason(failure(200, cleanMessage(textIn(sent.value, "error") ?? words.refused)));
  };
}

/** The worker has no error codes, so its message decides. */
function withReason(failed: Failure): Failure {
  return ABOUT_TOKEN.test(failed.message) ? { ...failed, reason: "token-refused" } : failed;
}
