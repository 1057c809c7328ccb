import fc from "fast-check";
import { getResponse, HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { applyBatch } from "#app/dns/apply-batch.server.ts";
import { diffZone } from "#app/dns/diff-zone.ts";
import { withOutcomes } from "#app/dns/job-view.ts";
import { listChanges, moveChanges, moveJob, planChanges, type ZoneOwner } from "#app/dns/jobs.table.server.ts";
import type { DnsRecord, RecordDraft } from "#app/dns/record.ts";
import { identityOf, matchesDraft } from "#app/dns/record-identity.ts";
import { neverRespond } from "#mocks/faults.ts";
import { dnsHandlers } from "#mocks/handlers/dns.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type ZoneRecord, zones } from "#mocks/zones.ts";
import { setDeadlines } from "../deadlines.js";
import { clientOf } from "./demo-customers.ts";
import { DOMAIN, database, FIRST, first } from "./dns-pages.ts";

const RUNS = process.env.LONG === "1" ? 100 : 5;
/** More rounds than any schedule of forty faults needs. */
const MOST_STEPS = 120;

beforeEach(() => setDeadlines({ dnsWrite: 60 }));

const json = (status: number) => HttpResponse.json({ success: false, errors: [] }, { status });
type Fault = { when: "before" | "after"; respond: (request: Request) => Response | Promise<Response> };
const FAULTS: Fault[] = [
  { when: "before", respond: neverRespond },
  { when: "after", respond: neverRespond },
  { when: "before", respond: () => HttpResponse.error() },
  { when: "after", respond: () => HttpResponse.error() },
  { when: "before", respond: () => json(429) },
  { when: "after", respond: () => json(500) },
  { when: "before", respond: () => json(503) },
  // The database is down, too, when the outcome is written.
  { when: "after", respond: () => breakDatabase().then(() => HttpResponse.error()) },
];
const schedules = fc.array(
  fc.oneof({ weight: 80, arbitrary: fc.constant(undefined) }, { weight: 20, arbitrary: fc.constantFrom(...FAULTS) }),
  { minLength: 40, maxLength: 40 },
);

let breaking: Promise<unknown> | undefined;
function breakDatabase() {
  breaking ??= database.query("alter table public.dns_changes rename to dns_changes_away");
  return breaking;
}
/** Repairs the database. The batch then belongs to a dead process. */
async function repairDatabase() {
  await breaking;
  if (breaking) await database.query("alter table public.dns_changes_away rename to dns_changes");
  breaking = undefined;
  await database.query("update public.dns_changes set sent_at = now() - interval '1 hour' where state = 'sent'");
}

function simulateFaults(schedule: (Fault | undefined)[]) {
  const seen = { calls: 0, writes: 0, faults: 0 };
  server.resetHandlers();
  server.use(
    http.all("*/proxy/cloudflare/*", async ({ request }) => {
      if (request.method !== "GET") seen.writes += 1;
      const fault = schedule[seen.calls++];
      if (fault) seen.faults += 1;
      if (fault?.when !== "before") {
        const response = await getResponse(dnsHandlers, request.clone());
        if (!fault) return response;
      }
      return fault.respond(request);
    }),
  );
  return seen;
}

/** A record as the gateway reads it. */
const zoneNow = () => recordsOf(zones.findByName(DOMAIN)?.records ?? []);
const recordsOf = (records: readonly ZoneRecord[]) =>
  structuredClone(records).map(({ comment, created_on: _made, modified_on: _changed, ...record }) => ({
    ...record,
    ...(comment !== null && { comment }),
  })) as unknown as DnsRecord[];
const identities = (records: readonly RecordDraft[]) => records.map(identityOf).sort();

test(`${RUNS} jobs under random faults end with exactly the intended zone, without duplicates and false successes`, async () => {
  const supabase = await clientOf(first);
  const { data } = await supabase.from("domains").select("id,zone_id").eq("name", DOMAIN).single();
  const owner: ZoneOwner & { domain: { name: string } } = {
    account: { id: FIRST.id },
    domain: { id: String(data?.id), zoneId: String(data?.zone_id), name: DOMAIN },
  };
  const totals = { jobs: 0, steps: 0, writes: 0, faults: 0 };
  const property = fc.asyncProperty(
    fc.array(fc.nat(2), { minLength: 17, maxLength: 17 }),
    fc.nat(20),
    schedules,
    async (choices, added, schedule) => {
      resetMocks();
      const is = zoneNow();
      // Each record stays, changes its TTL or is deleted, and some are new.
      const wanted: RecordDraft[] = is.flatMap((record, index) => {
        const isOurs = record.type !== "LOC";
        const choice = isOurs ? choices[index] : 0;
        return choice === 2 ? [] : [choice === 1 && !record.proxied ? { ...record, ttl: 600 } : record];
      });
      for (let index = 0; index < added; index += 1) {
        wanted.push({ type: "A", name: `j${index}.${DOMAIN}`, content: "41.90.64.12", ttl: 300, proxied: false });
      }
      const changes = diffZone(is, wanted);
      const planned = await planChanges(owner, { kind: "import", title: "x", changes, asides: [] });
      if (!planned.ok) throw new Error(planned.message);
      const { job } = planned.value;
      await moveJob(owner, job, "planned", "running");
      const seen = simulateFaults(schedule);
      for (let steps = 0; ; steps += 1) {
        expect(steps, "never ends").toBeLessThan(MOST_STEPS);
        const ran = await applyBatch(owner, { id: job });
        await repairDatabase();
        totals.steps += 1;
        const read = await listChanges(supabase, owner, job);
        if (!read.ok) throw new Error(read.message);
        const now = zoneNow();
        for (const { state, after } of withOutcomes(read.value, now)) {
          if (state === "done" && after)
            expect(
              now.some((record) => matchesDraft(record, after)),
              "falsely done",
            ).toBe(true);
        }
        expect(new Set(identities(now)).size, "doubled").toBe(now.length);
        if (ran.ok && ran.value.left === 0) {
          if (read.value.every(({ state }) => state === "done")) break;
          await moveChanges(job, ["failed", "unconfirmed"], "waiting");
        }
      }
      expect(identities(zoneNow())).toEqual(identities(wanted));
      totals.jobs += 1;
      totals.writes += seen.writes;
      totals.faults += seen.faults;
    },
  );
  await fc.assert(property, { numRuns: RUNS, seed: 20_261, endOnFailure: true });
  if (process.env.LONG === "1") console.log("DNS jobs under faults", totals);
});
