import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import type { Aside } from "#app/dns/change.ts";
import { listChanges, listJobs } from "#app/dns/jobs.table.server.ts";
import * as job from "#app/routes/dashboard/dns/job.tsx";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { clientOf } from "./demo-customers.ts";
import {
  DOMAIN,
  database,
  FIRST,
  type Fields,
  first,
  formOf,
  idOf,
  insertRecord,
  jobOf,
  load,
  newRecord,
  post,
  press,
  second,
  stored,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";

const PATH = `/dashboard/domains/${DOMAIN}/dns`;
const domainId = async () => {
  const { data } = await (await clientOf(first)).from("domains").select("id,zone_id").eq("name", DOMAIN).single();
  return { account: { id: FIRST.id }, domain: { id: String(data?.id), zoneId: String(data?.zone_id) } };
};

/** Returns the jobs of the zone, newest first, with their changes. */
async function history() {
  const supabase = await clientOf(first);
  const owner = await domainId();
  const jobs = await listJobs(supabase, owner);
  if (!jobs.ok) throw new Error(jobs.message);
  return Promise.all(
    jobs.value.jobs.map(async (job) => {
      const changes = await listChanges(supabase, owner, job.id);
      if (!changes.ok) throw new Error(changes.message);
      return { ...job, changes: changes.value };
    }),
  );
}
const edit = async (record: string, fields: Fields) =>
  post("edit", { ...(await formOf(record)), ...fields }, { record });
const zoneNow = () =>
  JSON.stringify(
    zones
      .findByName(DOMAIN)
      ?.records.map(({ modified_on, created_on, id, ...rest }) => rest)
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );

describe("every change", () => {
  test("of a record is listed on its own, with a link to all changes", async () => {
    type History = { days: { lines: { title: string }[] }[]; record: { words: string } | null };
    await post("add", newRecord({ name: "h7" }));
    const record = idOf("h7", "A");
    await post("add", newRecord({ name: "h8" }));
    await edit(record, { content: "41.90.64.98" });
    const { data } = await load<History>("history", { query: `?record=${record}` });
    const titles = data?.days.flatMap(({ lines }) => lines.map(({ title }) => title));
    expect(titles).toEqual(["h7 points to 41.90.64.98", "New: h7 points to 41.90.64.12"]);
    expect(data?.record?.words).toBe("A record h7: 41.90.64.98");
    for (const other of [idOf("@", "MX"), "x'),or=(1"]) {
      const { status, data } = await load<History>("history", { query: `?${new URLSearchParams({ record: other })}` });
      expect({ status, days: data?.days }).toEqual({ status: 200, days: [] });
    }
  });

  test("is stored with the records before and after, and its flash message offers Undo", async () => {
    const before = zoneNow();
    const added = await post("add", newRecord({ name: "h1" }));
    expect(added).toMatchObject({
      status: 303,
      to: expect.stringContaining(PATH),
      undo: expect.stringContaining("/history/"),
    });
    const [job] = await history();
    expect(job).toMatchObject({ kind: "add", state: "finished", title: "New: h1 points to 41.90.64.12" });
    expect(job?.changes).toMatchObject([
      { before: null, after: { content: "41.90.64.12" }, state: "done", recordId: idOf("h1", "A") },
    ]);
    const undone = await press(jobOf(added), "undo");
    expect(undone).toMatchObject({
      status: 303,
      to: PATH,
      title: "Undone",
      text: "h1 no longer points to 41.90.64.12",
    });
    expect(zoneNow()).toBe(before);
    const redone = await press(jobOf(undone), "undo");
    expect(redone).toMatchObject({ text: "h1 points to 41.90.64.12 again" });
    expect(stored("h1")).toHaveLength(1);
  });

  test("is shown before its undo takes a name out of a wildcard's cover", async () => {
    insertRecord("*.soko", { content: "41.90.64.99" });
    await post("add", newRecord({ type: "TXT", shownType: "TXT", name: "h9.soko", content: "hujambo" }));
    const record = idOf("h9.soko", "TXT");
    const deleted = await post("delete", {}, { record });
    const undone = await press(jobOf(deleted), "undo");
    expect([undone.title, stored("h9.soko")]).toEqual([undefined, []]);
    const { data } = await load<{ asides: Aside[] }>("job", { job: jobOf(undone) });
    expect(data?.asides.map(({ text }) => text)).toEqual([`h9.soko.${DOMAIN} will have no address.`]);
  });

  test("of an existing record is undone completely, comment included", async () => {
    await post("add", newRecord({ name: "h2", comment: "the old shop" }));
    const before = zoneNow();
    const changed = await edit(idOf("h2", "A"), { content: "41.90.64.99", ttl: "60", comment: "" });
    expect(stored("h2")).toMatchObject([{ content: "41.90.64.99", ttl: 60, comment: null }]);
    await press(jobOf(changed), "undo");
    expect(zoneNow()).toBe(before);
    const deleted = await post("delete", {}, { record: idOf("h2", "A") });
    await press(jobOf(deleted), "undo");
    expect(zoneNow()).toBe(before);
  });

  test("that changed nothing is not stored, and sends nothing", async () => {
    await post("add", newRecord({ name: "h3" }));
    const [last] = await history();
    const calls = upstreamCalls();
    expect(await edit(idOf("h3", "A"), {})).toMatchObject({ status: 303, undo: undefined });
    expect(writesIn(calls)).toEqual([]);
    expect((await history())[0]?.id).toBe(last?.id);
  });
});

describe("undo", () => {
  test("reports records that were changed elsewhere since, and leaves them alone", async () => {
    const added = await post("add", newRecord({ name: "h4", content: "41.90.64.12" }));
    const record = zones.findByName(DOMAIN)?.records.find(({ name }) => name.startsWith("h4."));
    if (record) record.content = "203.0.113.200";
    const planned = await press(jobOf(added), "undo");
    expect(planned).toMatchObject({ status: 303 });
    const { data } = await load<{ asides: { reason: string }[]; changes: unknown[] }>("job", { job: jobOf(planned) });
    expect(data?.changes).toEqual([]);
    expect(data?.asides).toMatchObject([
      { reason: expect.stringContaining("It was changed after that, to A record h4: 203.0.113.200") },
    ]);
    expect(stored("h4")).toMatchObject([{ content: "203.0.113.200" }]);
  });

  test("says the second time that there is nothing to undo", async () => {
    const added = await post("add", newRecord({ name: "h5" }));
    await press(jobOf(added), "undo");
    expect(await press(jobOf(added), "undo")).toMatchObject({ status: 303, title: "There is nothing to undo" });
  });

  test("creates one record when it is pressed twice at once", async () => {
    await post("add", newRecord({ name: "h6" }));
    const deleted = await post("delete", {}, { record: idOf("h6", "A") });
    const both = await Promise.all([press(jobOf(deleted), "undo"), press(jobOf(deleted), "undo")]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(stored("h6")).toHaveLength(1);
  });

  test("restores the whole zone as it was before or after a change, after a preview", async () => {
    const zero = zoneNow();
    const one = await post("add", newRecord({ name: "h7" }));
    const afterOne = zoneNow();
    await edit(idOf("h7", "A"), { content: "41.90.64.77" });
    await post("add", newRecord({ name: "h8" }));
    const plan = await press(jobOf(one), "after");
    const { data } = await load<{ job: { state: string }; changes: unknown[] }>("job", { job: jobOf(plan) });
    expect(data?.job.state).toBe("planned");
    expect(data?.changes).toHaveLength(2);
    expect(await press(jobOf(plan), "apply")).toMatchObject({ status: 303 });
    expect(zoneNow()).toBe(afterOne);
    const whole = await press(jobOf(one), "before");
    await press(jobOf(whole), "apply");
    expect(zoneNow()).toBe(zero);
  });

  test("reports a permanent refusal with its code, not as an outage", async () => {
    const added = await post("add", newRecord({ name: "h12" }));
    const message = "This record is kept by another service.";
    const response = { success: false, errors: [{ code: 1, message }], result: null };
    server.use(http.delete("*/dns_records/*", () => HttpResponse.json(response, { status: 400 })));
    const refused = await press(jobOf(added), "undo");
    expect(refused).toMatchObject({ status: 409, data: { title: "It could not be undone" } });
    expect(refused.errors).toEqual({ "": ["Failed to delete DNS record: the DNS provider refused it (code 1)."] });
    expect(stored("h12")).toHaveLength(1);
  });

  test("reads the zone again after a refusal", async () => {
    const added = await post("add", newRecord({ name: "h13" }));
    const params = { domain: DOMAIN, job: jobOf(added) };
    server.use(http.delete("*/dns_records/*", () => HttpResponse.json({ success: false }, { status: 400 })));
    const { request, context } = first.requestArgs(`${PATH}/history/${params.job}`, { intent: "undo" });
    await job.action({ request, context, params });
    const calls = upstreamCalls();
    const page = first.requestArgs(`${PATH}/history/${params.job}`);
    await job.loader({ request: page.request, context, params });
    expect(calls).toHaveLength(1);
  });

  test("is refused, not an outage, for a zone more than five thousand changes ago", async () => {
    const added = await post("add", newRecord({ name: "h14" }));
    const { domain } = await domainId();
    const late = await database.query(
      "insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state) values ($1, $2, $3, 'import', 'Later', 'finished') returning id",
      [FIRST.id, domain.id, domain.zoneId],
    );
    await database.query(
      `insert into dns_changes (user_id, domain_id, zone_id, job_id, state, after)
       select $1, $2, $3, $4, 'done', after from dns_changes, generate_series(1, 5000) where job_id = $5`,
      [FIRST.id, domain.id, domain.zoneId, late[0]?.id, jobOf(added)],
    );
    expect(await press(jobOf(added), "before")).toMatchObject({ status: 413 });
    await database.query("delete from dns_jobs where id = $1", [late[0]?.id]);
  });
});

test("another customer can neither see nor use a job, even through a domain of their own", async () => {
  const job = jobOf(await post("add", newRecord({ name: "h10" })));
  const calls = upstreamCalls();
  for (const domain of [DOMAIN, "big-zone-demo.co.ke"]) {
    expect(await load("job", { job, domain, browser: second })).toMatchObject({ status: 404 });
    expect(await press(job, "undo", { domain, browser: second })).toMatchObject({ status: 404 });
  }
  expect(writesIn(calls)).toEqual([]);
  expect(stored("h10")).toHaveLength(1);
});

test.each(["", "nonsense", "00000000-0000-4000-8000-000000000000"])(
  "a job with the invalid id %j is not found",
  async (job) => {
    expect((await load("job", { job })).status).toBe(404);
  },
);
