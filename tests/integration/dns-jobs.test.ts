import { HttpResponse, http } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import {
  database,
  jobOf,
  load,
  post,
  press as pressButton,
  SECOND,
  second,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";

/** A zone of 250 records. */
const BIG = "big-zone-demo.co.ke";
const big = () => ({ domain: BIG, browser: second });
const records = () => zones.findByName(BIG)?.records ?? [];
type Counts = Record<"waiting" | "sent" | "done" | "failed" | "unconfirmed" | "dropped", number>;
type JobData = { job: { state: string }; counts: Counts; changes: Reason[]; asides: Reason[] };
type Reason = { reason: string | null };

const CHANGE_TTL: [string, string][] = [
  ["intent", "ttl"],
  ["ttl", "300"],
];
const DELETE: [string, string][] = [["intent", "delete"]];

/** Plans a change of the first A records. Returns the job's id and the records. */
async function plan(count: number, fields = CHANGE_TTL) {
  const chosen = records()
    .filter(({ type, proxied }) => type === "A" && !proxied)
    .slice(0, count);
  expect(chosen).toHaveLength(count);
  const ids = chosen.map(({ id }): [string, string] => ["record", id]);
  const response = await post("selection", [...fields, ...ids], big());
  expect(response).toMatchObject({ status: 303, to: expect.stringContaining("/history/") });
  return { job: jobOf(response), chosen };
}
const press = (job: string, intent: string) => pressButton(job, intent, big());
const look = async (job: string) => {
  const { data } = await load<JobData>("job", { ...big(), job });
  if (!data) throw new Error("There is no such job.");
  return data;
};
const ttlOf = (id: string) => records().find((record) => record.id === id)?.ttl;

describe("several records at once", () => {
  test("are previewed, then changed in batches of twenty, and the page shows the progress", async () => {
    // A batch also ends after eight seconds, which a busy machine may need.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const calls = upstreamCalls();
    const { job, chosen } = await plan(45);
    expect(await look(job)).toMatchObject({ job: { state: "planned" }, counts: { waiting: 45 } });
    expect(writesIn(calls)).toEqual([]);
    for (const done of [20, 40]) {
      expect(await press(job, done === 20 ? "apply" : "continue")).toMatchObject({ status: 303 });
      expect(await look(job)).toMatchObject({ job: { state: "running" }, counts: { done, waiting: 45 - done } });
    }
    await press(job, "continue");
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 45, waiting: 0 } });
    expect(writesIn(calls)).toHaveLength(45);
    expect(chosen.map(({ id }) => ttlOf(id))).toEqual(chosen.map(() => 300));
  });

  test("report each failure, and the rest is done", async () => {
    const { job, chosen } = await plan(3, DELETE);
    const [one, two] = chosen;
    if (one) one.content = "203.0.113.222";
    if (two) zones.findByName(BIG)?.records.splice(records().indexOf(two), 1);
    await press(job, "apply");
    const { counts, changes } = await look(job);
    expect(counts).toMatchObject({ done: 2, failed: 1 });
    expect(changes.find(({ reason }) => reason)).toMatchObject({ reason: expect.stringContaining("203.0.113.222") });
    expect(records().includes(one as never)).toBe(true);
    expect(records().includes(chosen[2] as never)).toBe(false);
  });

  test("of types that cannot be changed are left out, with the reason", async () => {
    const proxied = records().find((record) => record.proxied);
    const chosen: [string, string][] = [proxied?.id ?? "", "f".repeat(32)].map((id) => ["record", id]);
    const response = await post("selection", [...CHANGE_TTL, ...chosen], big());
    const { asides, changes } = await look(jobOf(response));
    expect(changes).toEqual([]);
    expect(asides.map(({ reason }) => reason)).toEqual([
      "It goes through the CDN, so its TTL is always Auto.",
      "No longer among your records.",
    ]);
  });

  test("are deleted only after the page has said what stops", async () => {
    const { job } = await plan(2, DELETE);
    const { asides, changes } = await look(job);
    expect(changes).toHaveLength(2);
    expect(asides).toEqual(
      Array(2).fill({
        kind: "stops",
        text: expect.stringContaining("stops opening"),
        reason: "It has no other address.",
      }),
    );
  });

  test("require at least one", async () => {
    const response = await post("selection", { intent: "delete" }, big());
    expect(response).toMatchObject({ status: 303, to: expect.stringMatching(/\/dns$/), title: "Nothing is selected" });
  });
});

describe("a job", () => {
  test("can be stopped and resumed", async () => {
    const { job, chosen } = await plan(30);
    await press(job, "apply");
    await press(job, "stop");
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 20, dropped: 10 } });
    expect(await press(job, "continue")).toMatchObject({ status: 303 });
    expect(ttlOf(chosen[29]?.id ?? "")).not.toBe(300);
    await press(job, "retry");
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 30, dropped: 0 } });
  });

  test("is deleted when it is discarded", async () => {
    const { job } = await plan(1);
    expect(await press(job, "discard")).toMatchObject({ status: 303, title: "Nothing was changed" });
    expect((await load("job", { ...big(), job })).status).toBe(404);
  });

  test("stops when the provider fails, says so, and resumes without sending anything twice", async () => {
    const { job } = await plan(10);
    let calls = 0;
    server.use(
      http.put("*/proxy/cloudflare/*", () => {
        calls += 1;
        return calls > 4 ? HttpResponse.json({ success: false, errors: [] }, { status: 503 }) : undefined;
      }),
    );
    const response = await press(job, "apply");
    expect(response).toMatchObject({ status: 503, data: { title: "It stopped here" } });
    expect(await look(job)).toMatchObject({ job: { state: "running" }, counts: { done: 4, waiting: 6, sent: 0 } });
    server.resetHandlers();
    const again = upstreamCalls();
    await press(job, "continue");
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 10 } });
    expect(writesIn(again)).toHaveLength(6);
  });

  test("sends nothing twice when its button is pressed twice at once", async () => {
    const { job } = await plan(40);
    const calls = upstreamCalls();
    await press(job, "apply");
    const both = await Promise.all([press(job, "continue"), press(job, "continue")]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(writesIn(calls)).toHaveLength(40);
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 40 } });
  });

  test("that was interrupted learns from the zone what was done, and does only the rest", async () => {
    const { job, chosen } = await plan(25);
    // As after a crash: the whole batch is stored as sent, and some changes arrived.
    await database.query("update public.dns_jobs set state = 'running' where id = $1", [job]);
    await database.query(
      `update public.dns_changes set state = 'sent', sent_at = now() - interval '1 hour' where job_id = $1
       and id in (select id from public.dns_changes where job_id = $1 order by id limit 20)`,
      [job],
    );
    for (const { id } of chosen.slice(0, 7)) {
      const record = records().find((one) => one.id === id);
      if (record) record.ttl = 300;
    }
    expect((await look(job)).counts).toMatchObject({ done: 7, sent: 13, waiting: 5 });
    const calls = upstreamCalls();
    await press(job, "continue");
    await press(job, "continue");
    expect(await look(job)).toMatchObject({ job: { state: "finished" }, counts: { done: 25 } });
    expect(writesIn(calls)).toHaveLength(18);
  });

  test("waits for a batch that another process is applying", async () => {
    const { job } = await plan(2);
    await database.query("update public.dns_jobs set state = 'running' where id = $1", [job]);
    await database.query("update public.dns_changes set state = 'sent', sent_at = now() where job_id = $1", [job]);
    const calls = upstreamCalls();
    expect(await press(job, "continue")).toMatchObject({ status: 409, carry: { wait: "10" } });
    expect(writesIn(calls)).toEqual([]);
  });
});

test("the latest ten plans are kept, and an applied job is never deleted for them", async () => {
  const made = await plan(1);
  await press(made.job, "apply");
  const jobs: string[] = [];
  for (let count = 0; count < 11; count += 1) jobs.push((await plan(1, DELETE)).job);
  const there = await Promise.all(jobs.map(async (job) => (await load("job", { ...big(), job })).status));
  expect(there).toEqual([404, ...Array.from({ length: 10 }, () => 200)]);
  expect((await load("job", { ...big(), job: made.job })).status).toBe(200);
});

test("a job of the domain's former zone is not found, and applies nothing", async () => {
  const { job } = await plan(1, DELETE);
  await database.query("update public.dns_jobs set zone_id = 'another' where id = $1", [job]);
  const calls = upstreamCalls();
  expect((await load("job", { ...big(), job })).status).toBe(404);
  expect((await press(job, "apply")).status).toBe(404);
  expect(calls).toEqual([]);
});

test("a change whose reply was lost is looked up in the zone", async () => {
  const { job } = await plan(1);
  await database.query("update public.dns_jobs set state = 'finished' where id = $1", [job]);
  await database.query("update public.dns_changes set state = 'unconfirmed' where job_id = $1", [job]);
  expect((await look(job)).counts).toMatchObject({ unconfirmed: 1 });
  for (const record of records()) record.ttl = 300;
  expect((await look(job)).counts).toMatchObject({ done: 1 });
});

test("sends nothing, and stores neither a job nor its changes, when the database fails while it stores a plan", async () => {
  await database.query(`create function broken() returns trigger language plpgsql as
    $$ begin if tg_table_name = 'dns_jobs' or new.id % 3 = 0 then raise 'broken'; end if; return new; end $$`);
  await database.query("create trigger broken before insert on dns_changes for each row execute function broken()");
  // The cleanup fails too, because the database is down.
  await database.query("create trigger broken before delete on dns_jobs for each row execute function broken()");
  const calls = upstreamCalls();
  const written = () => database.query("select id from dns_jobs union all select job_id from dns_changes");
  const before = await written();
  const ids = Array.from(records().slice(0, 5), ({ id }): [string, string] => ["record", id]);
  try {
    const response = await post("selection", [...DELETE, ...ids], big());
    expect(response).toMatchObject({ status: 503 });
    expect(await written()).toEqual(before);
    expect(writesIn(calls)).toEqual([]);
  } finally {
    await database.query("drop function broken cascade");
  }
});

test("a job waits when too many changes were sent in a minute, and says for how long", async () => {
  const { job } = await plan(1);
  // In one call, so that the window of a minute begins here. It comes last, because it uses up the limit.
  await consume("dnsBulkWritesOfUser", SECOND.id, 100_000);
  expect(await press(job, "apply")).toMatchObject({
    status: 429,
    carry: { wait: expect.stringMatching(/^\d+$/) },
    retryAfter: expect.stringMatching(/^\d+$/),
  });
});
