import { describe, expect, onTestFinished, test, vi } from "vitest";
import { consume } from "#app/use-cases/limits.server.ts";
import { zones } from "#mocks/zones.ts";
import { BIG, big, look, plan, press, records, ttlOf } from "./dns-big-zone.ts";
import { post, SECOND, upstreamCalls, writesIn } from "./dns-pages.ts";

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
    const { job, chosen } = await plan(3, [["intent", "delete"]]);
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
    const reply = await post(
      "selection",
      [
        ["intent", "ttl"],
        ["ttl", "60"],
        ["record", proxied?.id ?? ""],
        ["record", "f".repeat(32)],
      ],
      big(),
    );
    const { asides, changes } = await look((reply.to ?? "").split("/history/")[1] ?? "");
    expect(changes).toEqual([]);
    expect(asides.map(({ reason }) => reason)).toEqual([
      "It goes through the CDN, so its TTL is always Auto.",
      "No longer among your records.",
    ]);
  });

  test("require at least one", async () => {
    const reply = await post("selection", { intent: "delete" }, big());
    expect(reply).toMatchObject({ status: 303, to: expect.stringMatching(/\/dns$/), title: "Nothing is selected" });
  });
});

// Comes last, because it uses up a limit.
test("a selection counts against the customer's changes of a minute", async () => {
  const [record] = records();
  const fields: [string, string][] = [
    ["intent", "delete"],
    ["record", record?.id ?? ""],
  ];
  while ((await consume("dnsWritesOfUser", SECOND.id)).ok);
  const reply = await post("selection", fields, big());
  expect(reply).toMatchObject({
    title: "Nothing was changed",
    text: expect.stringContaining("in one minute"),
  });
});
