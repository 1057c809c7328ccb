/** What several processes know together: questions that were answered. Each is asked of two, and of two without Redis. */
import { beforeAll, describe, expect, test } from "vitest";
import { redisServer, startProcess } from "../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../tests/redis-server.ts";

/** A process, and what of it is tested here. */
async function processAt(url: string | undefined) {
  const shared = await startProcess(url);
  const questions = await import("./person/asked-question.server.ts");
  return { ...shared, ...questions };
}
const NOBODY = "redis://127.0.0.1:9";

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let url = "";
  beforeAll(async () => {
    ({ url } = await redisServer());
  });
  const two = async (at = url) => [await processAt(at), await processAt(at)] as const;

  /** A question of a form as a browser brings it back. */
  function asked({ sealQuestion, openQuestion }: Awaited<ReturnType<typeof processAt>>, form: string) {
    const question = openQuestion(sealQuestion("capital", form), form);
    if (!question) throw new Error("It could not be opened.");
    return question;
  }

  test("a question that was answered at one process is spent at the other, but for the very same submit", async () => {
    const [one, other] = await two();
    const question = asked(one, "contact");
    const [mine, another] = [{ message: "Habari" }, { message: "habari" }];
    expect(await one.spendQuestion(question, mine)).toBe(true);
    expect(await other.spendQuestion(question, another)).toBe(false);
    expect(await other.spendQuestion(question, another)).toBe(false);
    expect(await other.spendQuestion(question, mine)).toBe(true);
    expect(await one.spendQuestion(question, another)).toBe(false);
  });

  test("of many who bring one answer at once to two processes one comes through; to sign in not even twice the same", async () => {
    const sides = await two();
    const question = asked(sides[0], "contact");
    const submits = Array.from({ length: 20 }, (_, n) => ({ message: String(n) }));
    const spent = await Promise.all(submits.map((submit, n) => sides[n % 2]?.spendQuestion(question, submit)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    const again = asked(sides[0], "sign-in");
    const twice = await Promise.all(sides.map((side) => side.spendQuestion(again, { password: "x" })));
    expect(twice.sort()).toEqual([false, true]);
  });

  test("without Redis a question is spent once at each process", async () => {
    const [one, other] = await two(NOBODY);
    const question = asked(one, "contact");
    for (const side of [one, other]) {
      expect(await side.spendQuestion(question, { message: "one" })).toBe(true);
      expect(await side.spendQuestion(question, { message: "two" })).toBe(false);
    }
  });
});
