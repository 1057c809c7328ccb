import fc from "fast-check";
import { expect, test } from "vitest";
import { findThread, moveThread, type Thread } from "#app/contact/desk.table.server.ts";
import { addPart, replyToThread } from "#app/contact/reply.server.ts";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { database } from "./database.ts";
import { newThread, stateOf } from "./desk-threads.ts";
import { SECOND_STAFF, STAFF } from "./staff.ts";

const isLong = process.env.LONG === "1";
/** What two members of staff and a visitor may do, with the chance of a page that is older than the last step. */
const deed = fc.record({
  who: fc.constantFrom(STAFF, SECOND_STAFF),
  form: fc.constantFrom("take", "give-back", "close", "reopen", "answer", "answer", "reply"),
  words: fc.constantFrom("One", "Two"),
  isStale: fc.boolean(),
  isTwice: fc.boolean(),
});

test("two members of staff and a visitor, in any order and at once: one mail for each answer, and the whole log", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
    async (rounds) => {
      await database.query("truncate messages, mails, submissions cascade");
      const id = await newThread();
      let shown = await threadOf(id);
      let before = shown;
      for (const round of rounds) {
        before = shown;
        shown = await threadOf(id);
        await Promise.all(
          round
            .flatMap((one) => Array(one.isTwice ? 2 : 1).fill(one))
            .map((one) => act(one, one.isStale ? before : shown)),
        );
        await refund("contactFromEmail", shown.email, 5);
        await refund("contactFromAddress", "198.51.100.1", 20);
      }
      await expectWhole(id);
    },
  );
  await fc.assert(property, { numRuns: isLong ? 1000 : 40, seed: 20_261_124, endOnFailure: true });
});

async function threadOf(id: string): Promise<Thread> {
  const found = await findThread(id);
  if (!found.ok || !found.value) throw new Error("no thread");
  return found.value;
}

type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;
async function act({ who, form, words }: Deed, page: Thread): Promise<void> {
  const { id, partCount, taken, name, email, subject } = page;
  if (form === "answer") await addPart(who, page, { side: "us", body: words, partCount });
  else if (form === "reply") {
    const thread = { name, email, subject, domain: undefined, parts: [] };
    await replyToThread({ id, thread, message: words, partCount, ipAddress: "198.51.100.1" });
  } else await moveThread(who, id, form, { partCount, holder: taken?.id });
}

/** Checks that the log, the parts, the mails and the row of a thread tell the same. */
async function expectWhole(id: string): Promise<void> {
  const log = await database.query("select did, staff from desk_log where about_id = $1 order by id", [id]);
  const parts = await database.query("select side, author, key from message_parts where message_id = $1 order by id", [
    id,
  ]);
  const answers = parts.filter(({ side }) => side === "us");
  expect(log.filter(({ did }) => did === "message-answered").map(({ staff }) => staff)).toEqual(
    answers.map(({ author }) => author),
  );
  const mails = await database.query("select key from mails where kind = 'answer' order by key");
  expect(mails.map(({ key }) => key)).toEqual(answers.map(({ key }) => `answer-${key}`).sort());
  const told = await database.query("select key from messages where kind = 'reply' order by key");
  expect(told.map(({ key }) => key)).toEqual(
    parts
      .filter(({ side }) => side === "them")
      .map(({ key }) => key)
      .sort(),
  );

  let holder: unknown = null;
  for (const { did, staff } of log) {
    if (did === "message-given-back" || did === "message-reopened") holder = null;
    else {
      expect([null, staff], "only who has it goes on with it").toContain(holder);
      holder = staff;
    }
  }
  const { state, taken_by } = (await stateOf(id)) ?? {};
  expect(taken_by).toBe(holder);
  const last = log.filter(({ did }) => did !== "message-given-back").at(-1)?.did;
  if (state === "closed") expect(last).toBe("message-closed");
  if (parts.at(-1)?.side === "them") expect(["new", "taken", "closed"]).toContain(state);
}
