import fc from "fast-check";
import { getResponse, HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { neverRespond } from "#mocks/faults.ts";
import { dnsHandlers } from "#mocks/handlers/dns.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { newDns, zoneOf } from "../../tests/dns-provider.ts";
import type { RecordDraft } from "./record.ts";

const RUNS = process.env.LONG === "1" ? 1000 : 50;
const ZONE = zoneOf("mwangihardware.co.ke");

const json = (status: number) => HttpResponse.json({ success: false, errors: [] }, { status });
const html = (status: number) => new HttpResponse("<h1>Sorry</h1>", { status });

/** What a call may meet in place of the mock's reply: before the mock carried it out, or after. */
const FAULTS: { when: "before" | "after"; response: (request: Request) => Response | Promise<Response> }[] = [
  { when: "before", response: neverRespond },
  { when: "after", response: neverRespond },
  { when: "before", response: () => HttpResponse.error() },
  { when: "after", response: () => HttpResponse.error() },
  { when: "before", response: () => json(429) },
  { when: "before", response: () => json(500) },
  { when: "after", response: () => json(500) },
  { when: "before", response: () => html(502) },
  { when: "after", response: () => html(502) },
  { when: "before", response: () => html(503) },
  { when: "after", response: () => new HttpResponse('{"result":{"id"') },
];

const step = fc.record({
  op: fc.constantFrom("create", "update", "delete"),
  label: fc.constantFrom("a", "b"),
  content: fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3"),
  ttl: fc.constantFrom(60, 3600),
  isRetry: fc.boolean(),
  /** Selects the record to update or delete by its position. */
  pick: fc.nat(50),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The fault of each call in turn; one call in five has one. */
const faults = fc.array(
  fc.oneof({ weight: 80, arbitrary: fc.constant(undefined) }, { weight: 20, arbitrary: fc.constantFrom(...FAULTS) }),
  { minLength: 40, maxLength: 40 },
);

/** Lets each call meet the next fault of the schedule. Returns counts of calls and writes. */
function follow(schedule: ((typeof FAULTS)[number] | undefined)[]) {
  const seen = { calls: 0, writes: 0 };
  server.resetHandlers();
  server.use(
    http.all("*/proxy/cloudflare/*", async ({ request }) => {
      if (request.method !== "GET") seen.writes += 1;
      const fault = schedule[seen.calls++ % schedule.length];
      if (fault?.when !== "before") {
        const response = await getResponse(dnsHandlers, request.clone());
        if (!fault) return response;
      }
      return fault.response(request);
    }),
  );
  return seen;
}

const storedRecords = () => structuredClone(zones.find(ZONE)?.records ?? []);
const draftOf = ({ label, content, ttl }: Step): RecordDraft => ({
  type: "A",
  name: `${label}.mwangihardware.co.ke`,
  content,
  ttl,
  proxied: false,
});
const key = ({ type, name, content }: { type: string; name: string; content: string }) => `${type} ${name} ${content}`;

type Dns = ReturnType<typeof newDns>;

/** Carries out one step and compares its result with what the provider then stores. */
async function check(dns: Dns, one: Step) {
  const before = storedRecords();
  const draft = draftOf(one);
  const target = before[one.pick % before.length];
  if (one.op === "create") {
    const result = await dns.createRecord(ZONE, draft, { isRetry: one.isRetry });
    const after = storedRecords();
    const same = after.filter((record) => key(record) === key(draft));
    expect(same.length, "doubled").toBeLessThanOrEqual(1);
    if (result.ok) expect(same[0]?.id, "falsely confirmed").toBe(result.value.id);
    else if (!result.isUnknown) expect(after, "falsely refused").toEqual(before);
    expect(withoutId(after, same[0]?.id), "others").toEqual(withoutId(before, same[0]?.id));
    return;
  }
  if (!target) return;
  const isUpdate = one.op === "update";
  const result = await (isUpdate ? dns.updateRecord(ZONE, target.id, draft) : dns.deleteRecord(ZONE, target.id));
  const record = storedRecords().find(({ id }) => id === target.id);
  if (isUpdate) expect(record, "lost").toBeDefined();
  if (!result.ok && !result.isUnknown) expect(record, "falsely refused").toEqual(target);
  else if (result.ok && isUpdate) expect(record, "falsely confirmed").toMatchObject(draft);
  else if (result.ok) expect(record, "falsely confirmed").toBeUndefined();
  expect(withoutId(storedRecords(), target.id), "others").toEqual(withoutId(before, target.id));
}

function withoutId<T extends { id: string }>(records: T[], without: string | undefined): T[] {
  return records.filter(({ id }) => id !== without);
}

test(`${RUNS} random schedules of faults double, lose and falsely confirm no record, and repeat no write`, async () => {
  const totals = { steps: 0, writes: 0, faults: 0 };
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), faults, async (steps, schedule) => {
    setDeadlines({ dnsWrite: 60, dnsListAgain: 400 });
    resetMocks();
    const dns = newDns({ callsPer5Minutes: 100_000 });
    const seen = follow(schedule);
    for (const one of steps) {
      const { writes } = seen;
      await check(dns, one);
      expect(seen.writes - writes, "repeated").toBeLessThanOrEqual(1);
      totals.steps += 1;
    }
    totals.writes += seen.writes;
    totals.faults += schedule.slice(0, seen.calls).filter(Boolean).length;
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_261, endOnFailure: true });
  if (process.env.LONG === "1") console.log("DNS fault schedules", { schedules: RUNS, ...totals });
});
