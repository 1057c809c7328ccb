import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { type FormErrors, statusOf } from "#app/model/form-result.ts";
import type { OwnZone } from "./zone-list.server.ts";
import { zoneNow } from "./zone-now.server.ts";

/** A plan that its customer can look at, by the id of its job; or why there is none. */
export type Planned = { kind: "planned"; job: string } | { kind: "refused"; why: FormErrors };

/**
 * Plans a change of many records: the customer's allowance; what stands in the zone, whole; the plan, kept. Nothing is changed
 * yet. `plan` may give something else, where nothing is to be planned, which is given on. Source: docs/product.md, "Changes of
 * a zone".
 */
export async function planZone<Other extends object>(
  owner: OwnZone,
  plan: (records: DnsRecord[]) => Plan | Other | Promise<Plan | Other>,
): Promise<Planned | Other> {
  const now = await zoneNow(owner, ({ isComplete }) => isComplete);
  if (!now.ok) return { kind: "refused", why: now.errors };
  const planned = await plan(now.value);
  if (!isPlan(planned)) return planned;
  const kept = await planChanges(owner, planned);
  if (!kept.ok) return { kind: "refused", why: { message: kept.message, status: statusOf(kept) } };
  return { kind: "planned", job: kept.value.job };
}

function isPlan(planned: Plan | object): planned is Plan {
  return "changes" in planned;
}
