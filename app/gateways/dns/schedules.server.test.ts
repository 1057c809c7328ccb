import fc from "fast-check";
import { getResponse, HttpResponse, http } from "msw";
import { afterEach, expect, test } from "vitest";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { neverRespond } from "#mocks/faults.ts";
import { dnsHandlers } from "#mocks/handlers/dns.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { createDns } from "../dns.server.ts";

const RUNS = process.env.LONG === "1" ? 1000 : 50;
const ZONE = demoDomains.find(({ name }) => name === "mwangihardware.co.ke")?.zoneId ?? "";
let count = 0;

const json = (status: number) => HttpResponse.json({ success: false, errors: [] }, { status });
const html = (status: number) => new HttpResponse("<h1>Sorry</h1>", { status });

/** What a call may meet instead of the mock's answer; those of `after` were carried out. */
const FAULTS: { when: "before" | "after"; answer: (request: Request) => Response | Promise<Response> }[] = [
  { when: "before", answer: neverRespond },
  { when: "after", answer: neverRespond },
  { when: "before", answer: () => HttpResponse.error() },
  { when: "after", answer: () => HttpResponse.error() },
  { when: "before", answer: () => json(429) },
  { when: "before", answer: () => json(500) },
  { when: "after", answer: () => json(500) },
  { when: "before", answer: () => html(502) },
  { when: "after", answer: () => html(502) },
  { when: "before", answer: () => html(503) },
  { when: "after", answer: () => new HttpResponse('{"result":{"id"') },
];

const step = fc.record({
  op: fc.constantFrom("create", "update", "delete"),
  label: fc.constantFrom("a", "b"),
  content: fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3"),
  ttl: fc.constantFrom(60, 3600),
  isRetry: fc.boolean(),
  /** Which of the records that are there, by its place. */
  pick: fc.nat(50),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** For each call in turn: its fault, in one call of five. */
const faults = fc.array(
  fc.oneof({ weight: 80, arbitrary: fc.constant(undefined) }, { weight: 20, arbitrary: fc.constantFrom(...FAULTS) }),
  { minLength: 40, maxLength: 40 },
);

/** Lets the faults happen, one call after another. Gives back how many writes were sent. */
function meet(schedule: ((typeof FAULTS)[number] | undefined)[]) {
  const seen = { calls: 0, writes: 0 };
  server.resetHandlers();
  server.use(
    http.all("*/proxy/cloudflare/*", async ({ request }) => {
      if (request.method !== "GET") seen.writes += 1;
      const fault = schedule[seen.calls++ % schedule.length];
      if (fault?.when !== "before") {
        const reply = await getResponse(dnsHandlers, request.clone());
        if (!fault) return reply;
      }
      return fault.answer(request);
    }),
  );
  return seen;
}

const now = () => structuredClone(zones.find(ZONE)?.records ?? []);
const wholeOf = ({ label, content, ttl }: Step): RecordDraft => ({
  type: "A",
  name: `${label}.mwangihardware.co.ke`,
  content,
  ttl,
  proxied: false,
});
const key = ({ type, name, content }: { type: string; name: string; content: string }) => `${type} ${name} ${content}`;

type Dns = ReturnType<typeof createDns>;

/** Carries out one step and checks what the answer says against what the provider then holds. */
async function check(dns: Dns, one: Step) {
  const before = now();
  const draft = wholeOf(one);
  const target = before[one.pick % before.length];
  if (one.op === "create") {
    const reply = await dns.createRecord(ZONE, draft, { isRetry: one.isRetry });
    const same = now().filter((record) => key(record) === key(draft));
    expect(same.length, "doubled").toBeLessThanOrEqual(1);
    if (reply.ok) expect(same[0]?.id, "falsely confirmed").toBe(reply.value.id);
    else if (!reply.isUnknown) expect(now(), "falsely refused").toEqual(before);
    expect(withoutId(now(), same[0]?.id), "others").toEqual(withoutId(before, same[0]?.id));
    return;
  }
  if (!target) return;
  if (one.op === "update") {
    const reply = await dns.updateRecord(ZONE, target.id, draft);
    const record = now().find(({ id }) => id === target.id);
    expect(record, "lost").toBeDefined();
    if (reply.ok) expect(record, "falsely confirmed").toMatchObject(draft);
    else if (!reply.isUnknown) expect(now(), "falsely refused").toEqual(before);
  } else {
    const reply = await dns.deleteRecord(ZONE, target.id);
    const record = now().find(({ id }) => id === target.id);
    if (reply.ok) expect(record, "falsely confirmed").toBeUndefined();
    else if (!reply.isUnknown) expect(record, "falsely refused").toEqual(target);
  }
  expect(withoutId(now(), target.id), "others").toEqual(withoutId(before, target.id));
}

function withoutId<T extends { id: string }>(records: T[], without: string | undefined): T[] {
  return records.filter(({ id }) => id !== without);
}

afterEach(resetMocks);

test(`${RUNS} random schedules of faults double, lose and falsely confirm no record, and repeat no write`, {
  timeout: 1_800_000,
}, async () => {
  const told = { steps: 0, writes: 0, faults: 0 };
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), faults, async (steps, schedule) => {
    resetMocks();
    count += 1;
    const deadlines = { writeMs: 60, listMs: 8000, againMs: 400 };
    const url = `http://schedule-${count}.test/proxy/cloudflare`;
    const dns = createDns({ url, authorization: "", account: "a", callsPer5Minutes: 100_000, deadlines });
    const seen = meet(schedule);
    for (const one of steps) {
      const { writes } = seen;
      await check(dns, one);
      expect(seen.writes - writes, "repeated").toBeLessThanOrEqual(1);
      told.steps += 1;
    }
    told.writes += seen.writes;
    told.faults += schedule.slice(0, seen.calls).filter(Boolean).length;
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_261, endOnFailure: true });
  if (process.env.LONG === "1") console.log("DNS fault schedules", { schedules: RUNS, ...told });
});
