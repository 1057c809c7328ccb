import { env } from "#app/env.server.ts";
import { markUnsubscribed } from "#app/gateways/newsletter-subscribers.server.ts";
import { log } from "#app/log.server.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { agencyMessage, tellAgency } from "../agency/tell-agency.server.ts";

const LEAVING_NOT_NOTED = "We could not save that. Please try again, or write to us.";

/**
 * Keeps the wish of a reader to leave, and tells the agency once, where the messages of the contact form go: the list
 * itself is the worker's, which has no call for it. Either is enough; refused when neither the database nor the agency
 * can be reached. Without a worker the list is the database's own, and the agency has nothing to do. Gives back whether
 * they are off the list, or the agency was asked to take them off it. Source: docs/product.md, "Newsletter".
 */
export async function unsubscribe(email: string): Promise<Result<"off" | "asked">> {
  const message = {
    name: "Newsletter",
    email,
    subject: "Newsletter: take this address off the list",
    message: `${email} has pressed "Unsubscribe". Please take the address off the list of the newsletter's worker.`,
    domain: undefined,
  };
  const key = `unsubscribe-${crypto.randomUUID()}`;
  const notice = env.newsletter ? agencyMessage(message, key) : undefined;
  const noted = await markUnsubscribed(email, notice);
  if (!env.newsletter) return noted.ok ? success("off") : failure(503, LEAVING_NOT_NOTED);
  if (noted.ok && !noted.value) return success("asked");
  // Told with its row, or neither is written.
  if (notice) return noted.ok ? success("asked") : failure(503, LEAVING_NOT_NOTED);
  const refused = await tellAgency(message, key);
  if (refused) log.error({ status: refused.status }, "agency not told of a reader who left");
  return noted.ok || !refused ? success("asked") : failure(503, LEAVING_NOT_NOTED);
}
