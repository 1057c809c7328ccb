import { type DnsFailure, wasSent } from "#app/gateways/dns/failure.server.ts";
import type { Change } from "#app/model/dns/change.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import { dnsWriteLimit, giveBackDnsWrite } from "./dns-limit.server.ts";
import { makeChange } from "./dns-run.server.ts";
import { forgetList, type OwnZone } from "./zone-list.server.ts";

type About = Parameters<typeof makeChange>[1];

/** Sends one change, if all customers together may send one more. The list of this request is another one then. */
export async function sendChange(owner: OwnZone, about: About, change: Change, how: { isRetry: boolean }) {
  const tooMany = await dnsWriteLimit();
  if (tooMany) return tooMany;
  const sent = await makeChange(owner, about, change, how);
  if (!wasSent(sent)) await giveBackDnsWrite();
  forgetList(owner.visit);
  return sent;
}

/** How a form says that a change was not made, and that nobody knows whether it was. */
export type Told = {
  failed: string;
  unsure: (message: string) => { title: string; message: string };
  /** The form has the fields of a record, so what the provider says of one stands there. */
  hasFields?: boolean;
};

/**
 * Why a change was not made, as its form says it: 4xx where the customer can do something about it, 503 where the provider
 * failed, does not let us in or its answer was lost. Source: docs/product.md, "Forms".
 */
export function sendErrors(refused: DnsFailure, { failed, unsure, hasFields = false }: Told): FormErrors {
  const { field, message, isUnknown, reason, job, retryAfterSeconds } = refused;
  if (isUnknown) return { ...unsure(message), carry: { unsure: "1", ...(job && { job }) }, status: 503 };
  if (reason === "over-limit") return { title: failed, message, status: 429, retryAfterSeconds };
  if (hasFields && field) return { fieldErrors: { [field]: [message] }, status: 409 };
  const isOurs = reason === "down" || reason === "not-let-in" || reason === "busy";
  const words = message === failed ? "Please try again." : message;
  return { title: failed, message: words, status: isOurs ? 503 : 409 };
}
