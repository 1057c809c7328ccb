import { beforeAll, describe, expect, test, vi } from "vitest";
import { redisServer, startProcess } from "../../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../../tests/redis-server.ts";

/** Starts a process and loads the modules that share changes. `heard` has the messages that it received. */
async function processAt(url: string) {
  const shared = await startProcess(url);
  const heard: unknown[] = [];
  shared.onMessage((message) => heard.push(message));
  return {
    ...shared,
    ...(await import("./changes.server.ts")),
    ...(await import("#app/blog/post-cache.server.ts")),
    ...(await import("#app/projects/projects.api.server.ts")),
    ...(await import("#app/dns/mail-trouble.server.ts")),
    heard,
  };
}

/** An MX record with an address in place of a host name. */
const MX = { type: "MX", name: "duka.co.ke", content: "192.0.2.1", priority: 10, ttl: 1, id: "1", proxied: false };

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let url = "";
  beforeAll(async () => {
    ({ url } = await redisServer());
  });

  test("announces a changed post once, so that other processes and pages read it again", async () => {
    let text = "old";
    const read = async () => ({ isOutage: false, value: { text } });
    const [one, other] = [await processAt(url), await processAt(url)];
    // The first process reads again at once, because its copies are fresh for a millisecond.
    const ofOne = one.createPostCache({ max: 9, freshFor: () => 1 });
    const ofOther = other.createPostCache<{ text: string }>({ max: 9 });
    const renew = vi.fn();
    other.onPublicChange(renew);
    await Promise.all(["a", "b"].flatMap((key) => [ofOne(key, read), ofOther(key, read)]));
    text = "new";
    await vi.waitFor(async () => {
      await ofOne("a", read);
      expect(other.heard).toHaveLength(1);
    });
    expect(renew).toHaveBeenCalledTimes(1);
    for (const key of ["a", "b"]) expect(await ofOther(key, read)).toEqual({ ok: true, value: { text: "new" } });
    expect(await ofOther("a", () => Promise.reject(new Error("read again")))).toMatchObject({ ok: true });
    // The change was not announced a second time: the next message has another topic.
    other.publishChange("mail", "x");
    await vi.waitFor(() => expect(one.heard).toHaveLength(2));
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test("keeps the old post if the database fails after a change", async () => {
    const one = await processAt(url);
    const kept = one.createPostCache<{ text: string }>({ max: 9 });
    await kept("a", async () => ({ isOutage: false, value: { text: "old" } }));
    one.publishChange("posts");
    await vi.waitFor(() => expect(one.heard).toHaveLength(1));
    expect(await kept("a", async () => ({ isOutage: true }))).toEqual({ ok: true, value: { text: "old" } });
  });

  test("announces a changed list of projects before pages are rendered again", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let title = "old";
    const rows = async () => ({ ok: true as const, value: [{ id: 1, title }] });
    const [one, other] = [await processAt(url), await processAt(url)];
    const titleOf = async ({ listProjects }: ReturnType<typeof one.createProjects>) => {
      const listed = await listProjects();
      return listed.ok && listed.value[0]?.title;
    };
    const ofOne = one.createProjects(rows);
    await titleOf(ofOne);
    vi.setSystemTime(Date.now() + 5 * 60_001);
    const ofOther = other.createProjects(rows);
    expect(await titleOf(ofOther)).toBe("old");
    title = "new";
    const rendered: unknown[] = [];
    other.onPublicChange(async () => rendered.push(await titleOf(ofOther)));
    expect(await titleOf(ofOne)).toBe("old");
    await vi.waitFor(() => expect(rendered).toEqual(["new"]));
    vi.useRealTimers();
  });

  test("shares the mail problem of a zone with all processes, and its end", async () => {
    const [one, other] = [await processAt(url), await processAt(url)];
    one.noteMailTrouble({ name: "duka.co.ke", zoneId: "z1" }, [MX]);
    await vi.waitFor(() => expect(other.mailTroubleOf("z1")).toBe("The mail server is an address"));
    other.forgetMailTrouble("z1");
    await vi.waitFor(() => expect(one.mailTroubleOf("z1")).toBeUndefined());
  });

  test("discards what changed while Redis was away, and ignores invalid messages", async () => {
    const own = await redisServer();
    const one = await processAt(own.url);
    const kept = one.createPostCache<{ text: string }>({ max: 9 });
    const read = (text: string) => async () => ({ isOutage: false, value: { text } });
    one.noteMailTrouble({ name: "duka.co.ke", zoneId: "z1" }, [MX]);
    await kept("a", read("old"));
    for (const odd of ["", "{", "[]", '{"topic":1}', JSON.stringify({ topic: "posts", about: "x".repeat(501) })])
      one.publish(odd);
    await vi.waitFor(() => expect(one.heard).toHaveLength(6));
    expect([await kept("a", read("new")), one.mailTroubleOf("z1")]).toMatchObject([
      { value: { text: "old" } },
      /address/,
    ]);
    await own.kill();
    await vi.waitFor(() => expect(one.redisState().is).toBe("alone"));
    const restarted = await redisServer([], own.port);
    await one.isShared();
    expect(await kept("a", read("new"))).toMatchObject({ value: { text: "new" } });
    expect(one.mailTroubleOf("z1")).toBeUndefined();
    await restarted.kill();
  });
});
