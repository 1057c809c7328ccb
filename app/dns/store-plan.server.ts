import type { Result } from "#app/platform/result.ts";
import { continueJob } from "./apply-batch.server.ts";
import type { Plan } from "./change.ts";
import { moveJob, planChanges } from "./jobs.table.server.ts";
import { planVersion } from "./plan-preview.server.ts";
import type { OwnZone } from "./read-zone.server.ts";

/**
 * Stores a plan as a job, and applies it at once if the form carries the version of exactly these changes (`expectedVersion`).
 * If the changes differ, they wait until the customer has seen them on the job's page, which also continues a job that stopped.
 * `typed`: the values that come from the form. Source: docs/product/dns.md, "Changes of a zone".
 */
export async function storePlan(
  owner: OwnZone,
  plan: Plan,
  { expectedVersion, typed }: { expectedVersion: unknown; typed: readonly string[] },
): Promise<Result<{ job: string }>> {
  const stored = await planChanges(owner, plan);
  if (!stored.ok || expectedVersion !== planVersion(plan.changes, typed)) return stored;
  const { job } = stored.value;
  if (await moveJob(owner, job, "planned", "running")) await continueJob(owner, { id: job });
  return stored;
}
