/** State that several processes share: spent challenges and sign-in attempts. */
import { createClient } from "@redis/client";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type AttemptKeys, createAttemptCounter, FREE, type WaitTimes } from "#app/accounts/sign-in-attempts.server.ts";
import { redisServer, startProcess } from "../../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../../tests/redis-server.ts";

/** A process with the modules under test. */
async function processAt(url: string | undefined) {
  const shared = await startProcess(url);
  const challenges = await import("#app/platform/abuse/form-proofs.server.ts");
  const signIn = await import("#app/accounts/sign-in-limits.server.ts");
  const attempts = await import("#app/accounts/sign-in-limits.server.ts");
  return { ...shared, ...challenges, ...signIn, ...attempts };
}
const NOBODY = "redis://127.0.0.1:9";

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let url = "";
  beforeAll(async () => {
    ({ url } = await redisServer());
  });
  const two = async (at = url) => [await processAt(at), await processAt(at)] as const;

  /** A challenge of a form as a browser sends it back. */
  function asked({ sealChallenge, openChallenge }: Awaited<ReturnType<typeof processAt>>, form: string) {
    const challenge = openChallenge(sealChallenge("capital", form), form);
    if (!challenge) throw new Error("It could not be opened.");
    return challenge;
  }

  test("a challenge spent at one process is spent at the other, except for an identical submission", async () => {
    const [one, other] = await two();
    const challenge = asked(one, "contact");
    const [mine, another] = [{ message: "Habari" }, { message: "habari" }];
    expect(await one.spendChallenge(challenge, mine)).toBe(true);
    expect(await other.spendChallenge(challenge, another)).toBe(false);
    expect(await other.spendChallenge(challenge, another)).toBe(false);
    expect(await other.spendChallenge(challenge, mine)).toBe(true);
    expect(await one.spendChallenge(challenge, another)).toBe(false);
  });

  test("one of many parallel responses to a challenge is accepted; at sign-in not even an identical one twice", async () => {
    const sides = await two();
    const challenge = asked(sides[0], "contact");
    const submits = Array.from({ length: 20 }, (_, n) => ({ message: String(n) }));
    const spent = await Promise.all(submits.map((submit, n) => sides[n % 2]?.spendChallenge(challenge, submit)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    const again = asked(sides[0], "sign-in");
    const twice = await Promise.all(sides.map((side) => side.spendChallenge(again, { password: "x" })));
    expect(twice.sort()).toEqual([false, true]);
  });

  let count = 0;
  const newPair = () => ({ email: `n${++count}@example.co.ke`, address: `198.51.100.${count}`, device: undefined });

  test("two processes share the five free attempts and the growing waits, until a success", async () => {
    const [one, other] = await two();
    const pair = newPair();
    const sides = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? one : other));
    const all = await Promise.all(sides.map((side) => side.admitAttempt(pair)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(5);
    for (const side of [one, other]) {
      expect(await side.requiredWait(pair)).toEqual({
        ok: false,
        retryAfterSeconds: expect.toSatisfy((s) => s > 0 && s <= 30),
      });
      expect(await side.admitAttempt({ ...pair, device: "known" })).toEqual({ ok: true });
    }
    const client = createClient({ url });
    await client.connect();
    for (const longest of [60, 120, 240, 480, 900, 900]) {
      // Ends the wait.
      await client.del(await client.keys("*:wait"));
      expect(await one.admitAttempt(pair)).toEqual({ ok: true });
      const rejected = { ok: false, retryAfterSeconds: expect.toSatisfy((s) => s > longest / 2 && s <= longest) };
      expect(await other.admitAttempt(pair)).toEqual(rejected);
    }
    client.destroy();
    await other.recordSuccess(pair);
    for (let i = 0; i < 5; i++) expect(await one.admitAttempt(pair)).toEqual({ ok: true });
    expect((await one.admitAttempt(pair)).ok).toBe(false);
  });

  test("without Redis each process allows two attempts and counts on its own", async () => {
    const [one, other] = await two(NOBODY);
    const pair = newPair();
    for (const side of [one, other]) {
      const all = await Promise.all(Array.from({ length: 9 }, () => side.admitAttempt(pair)));
      expect(all.filter(({ ok }) => ok)).toHaveLength(2);
      await side.recordSuccess(pair);
      expect(await side.requiredWait(pair)).toBeUndefined();
    }
  });

  test("two processes together admit the same attempts as one alone (property)", async () => {
    const sides = await two();
    const step = fc.record({
      side: fc.constantFrom(...sides),
      what: fc.constantFrom("look", "count", "count", "count", "count", "forgetAccount", "resetPair"),
      account: fc.integer({ min: 0, max: 40 }),
      of: fc.constantFrom("one", "other", undefined),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
        const single = createAttemptCounter(FREE);
        const name = `round${round++}`;
        for (const { side, what, account, of } of steps) {
          const address = of && name + of;
          const one: AttemptKeys = { pair: `${name} ${of} ${account % 3}`, account: String(account), address };
          if (what === "forgetAccount" || what === "resetPair") {
            await side[what](one);
            single[what](one);
          } else {
            const does = what === "look" ? side.peekAttempt : side.countAttempt;
            expect(hasToWait(await does(one))).toEqual(hasToWait(single[what === "look" ? "look" : "count"](one)));
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

function hasToWait({ pair, address }: WaitTimes) {
  return [pair > 0, address > 0];
}
