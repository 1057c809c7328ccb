import { type Delivery, deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { findInterest } from "#app/gateways/school-interest.server.ts";
import { success } from "#app/model/result.ts";
import { runOnce } from "../idempotency.server.ts";
import { deliver, NOT_REGISTERED } from "./register.server.ts";

/** "no-link": it leads nowhere, or not any more. "refused": another press may do. */
type Confirmed =
  | { kind: "no-link" }
  | { kind: "refused"; message: string }
  | { kind: "confirmed"; school: string; delivery: Delivery };

/** Confirms the interest of the school whose mail had a link with this token. Source: docs/product.md, "Schools". */
export async function confirmSchoolInterest(token: string): Promise<Confirmed> {
  const found = await findInterest({ token });
  if (!found.ok) return found.status === 404 ? { kind: "no-link" } : { kind: "refused", message: NOT_REGISTERED };
  const interest = found.value;
  const submission = { form: "school-confirm", owner: "anonymous", body: { id: interest.id }, value: deliverySchema };
  const done = await runOnce(submission, async () =>
    interest.status === "sent" ? success("sent") : deliver(interest, "proven", true),
  );
  if (!done.ok) return { kind: "refused", message: done.message };
  return { kind: "confirmed", school: interest.school, delivery: done.value };
}
