import { type Delivery, deliverySchema } from "#app/gateways/mail-worker.server.ts";
import {
  confirmSubscriber,
  findSubscriberByToken,
  type Subscriber,
} from "#app/gateways/newsletter-subscribers.server.ts";
import { type Result, success } from "#app/model/result.ts";
import { runOnce } from "../idempotency.server.ts";
import { welcome } from "./welcome.server.ts";

/** "no-link": it leads nowhere, or not any more. "refused": another press may do. */
type Confirmed = { kind: "no-link" } | { kind: "refused"; message: string } | { kind: "confirmed"; delivery: Delivery };

/** Subscribes the reader whose mail had a link with this token. Source: docs/product.md, "Newsletter". */
export async function confirmSubscription(token: string): Promise<Confirmed> {
  const found = await findSubscriberByToken(token);
  if (!found.ok) return found.status === 404 ? { kind: "no-link" } : { kind: "refused", message: found.message };
  const reader = found.value;
  // Somebody who has left and comes back is another submission than the first time.
  const { id, leftAt } = reader;
  const submission = { form: "newsletter-confirm", owner: "anonymous", body: { id, leftAt }, value: deliverySchema };
  const done = await runOnce(submission, (key) => confirm(reader, key));
  return done.ok ? { kind: "confirmed", delivery: done.value } : { kind: "refused", message: done.message };
}

async function confirm(reader: Subscriber, key: string): Promise<Result<Delivery>> {
  if (reader.status === "sent") return success("sent");
  const confirmed = await confirmSubscriber(reader.id);
  return confirmed.ok ? welcome(reader, { key, proof: "proven" }) : confirmed;
}
