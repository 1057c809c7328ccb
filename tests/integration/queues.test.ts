import { http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import {
  claimMessage,
  insertAndClaimMessage,
  markMessageDelivered,
  markMessageFailed,
} from "#app/contact/messages.table.server.ts";
import { sendContactMessage, sendDueMessages } from "#app/contact/notify-agency.server.ts";
import { countWaiting } from "#app/doctor/backlog-counts.table.server.ts";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { claimMail, enqueueMail, markMailFailed, markMailSent } from "#app/mail/queue.table.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";

// What the queues of mails and of messages to the agency have in common. mail-queue.test.ts and message-queue.test.ts have the
// rest.

const FAILURE = { host: "mail.example", kind: "connection", code: "ECONNREFUSED" };
const NEVER = new AbortController().signal;
/** The id and the text of each attempted delivery. */
let attempts: string[] = [];
let isAccepted = true;
let onAttempt = () => {};
let count = 0;
const newKey = () => `item-${String(count++).padStart(5, "0")}`;

function attempt(about: string) {
  attempts.push(about);
  onAttempt();
}

beforeEach(async () => {
  attempts = [];
  isAccepted = true;
  onAttempt = () => {};
  await database.query("truncate mails, messages cascade");
  server.use(
    http.post("*/contact", async ({ request }) => {
      attempt(`${request.headers.get("Idempotency-Key")} ${await request.text()}`);
      return Response.json({ success: isAccepted }, { status: isAccepted ? 200 : 503 });
    }),
  );
});

const sendMail: Parameters<typeof sendDueMails>[0] = async ({ text }, id) => {
  attempt(`${id} ${text}`);
  return isAccepted ? { ok: true } : { ok: false, isFinal: false, failure: FAILURE };
};
const addMail = () => {
  const key = newKey();
  return enqueueMail({ key, kind: "confirm", to: `${key}@example.co.ke`, subject: "S", text: key, html: "", tags: [] });
};
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", domain: undefined };
const VISITOR = { kind: "visitor" } as const;

const QUEUES = [
  {
    name: "mails",
    delivered: "sent_at",
    text: "body_text",
    leaseSeconds: 300,
    async start() {
      await addMail();
      await sendDueMails(sendMail, NEVER);
    },
    add: addMail,
    run: (signal: AbortSignal) => sendDueMails(sendMail, signal),
    async claim() {
      const claimed = await claimMail();
      return (
        claimed && {
          attempts: claimed.attempts,
          markDelivered: () => markMailSent(claimed),
          markFailed: (seconds?: number) => markMailFailed(claimed, FAILURE, seconds),
        }
      );
    },
  },
  {
    name: "messages",
    delivered: "handed_on_at",
    text: "message",
    leaseSeconds: 60,
    start: () => sendContactMessage(MESSAGE, newKey(), VISITOR),
    /** Adds a message whose process has died; a living process delivers its message at once. */
    async add() {
      await insertAndClaimMessage({ message: MESSAGE, key: newKey(), origin: VISITOR });
      await database.query("update messages set claimed_until = now(), next_try_at = now()");
    },
    run: (signal: AbortSignal) => sendDueMessages(signal),
    async claim() {
      const claimed = await claimMessage();
      return (
        claimed && {
          attempts: claimed.attempts,
          markDelivered: () => markMessageDelivered(claimed),
          markFailed: (seconds?: number) => markMessageFailed(claimed, FAILURE, seconds),
        }
      );
    },
  },
] as const;

describe.each(QUEUES)("the queue of $name", ({ name, delivered, text, leaseSeconds, start, add, run, claim }) => {
  const rows = () => database.query(`select * from ${name}`);
  /** Moves all times of the queue back, as if this time had passed. */
  const later = (time: string) =>
    database.query(
      `update ${name} set next_try_at = next_try_at - $1::interval, claimed_until = claimed_until - $1::interval`,
      [time],
    );

  test("retries on schedule with the same id and text, and then marks as failed", async () => {
    isAccepted = false;
    await start();
    for (const [index, wait] of ["1 minute", "5 minutes", "30 minutes", "2 hours", "12 hours"].entries()) {
      await later(wait);
      await later("-5 seconds");
      await run(NEVER);
      expect(attempts, `before ${wait}`).toHaveLength(index + 1);
      await later("5 seconds");
      await run(NEVER);
      expect(attempts, `after ${wait}`).toHaveLength(index + 2);
    }
    await later("30 days");
    await run(NEVER);
    expect([attempts.length, new Set(attempts).size]).toEqual([6, 1]);
    const failed = { attempts: 6, failure: expect.anything(), failed_at: expect.anything(), [delivered]: null };
    // The text is kept, so that it can be sent after the service is repaired.
    expect(await rows()).toMatchObject([{ ...failed, [text]: expect.stringMatching(/\w/) }]);
  });

  test("frees an item whose process died after its lease, and late reports of that process do no harm", async () => {
    await add();
    const lost = await claim();
    await later(`${leaseSeconds - 5} seconds`);
    expect(await claim()).toBeUndefined();
    await later("6 seconds");
    const mine = await claim();
    expect(mine?.attempts).toBe((lost?.attempts ?? 0) + 1);
    // The first process was slow, not dead: its failure must not release the item.
    await lost?.markFailed(60);
    expect(await rows()).toMatchObject([{ failure: null, claimed_until: expect.anything() }]);
    await lost?.markDelivered();
    await mine?.markFailed();
    expect(await rows()).toMatchObject([{ [delivered]: expect.anything(), failed_at: null }]);
  });

  test("delivers each item once when several processes run", async () => {
    const many = process.env.LONG === "1" ? 1000 : 20;
    for (let index = 0; index < many; index += 1) await add();
    await Promise.all([1, 2, 3].map(() => run(NEVER)));
    expect([attempts.length, new Set(attempts).size]).toEqual([many, many]);
  });

  test("finishes the current item and takes no other when the process is told to stop", async () => {
    for (let index = 0; index < 3; index += 1) await add();
    const stopping = new AbortController();
    onAttempt = () => stopping.abort();
    await run(stopping.signal);
    expect(attempts).toHaveLength(1);
    expect((await rows()).filter((row) => row[delivered] !== null)).toHaveLength(1);
    await run(stopping.signal);
    expect(attempts).toHaveLength(1);
  });
});

test("messages are counted again after an hour of waiting", async () => {
  for (const age of ["50 minutes", "70 minutes", "25 hours"]) {
    await database.query(
      `insert into messages (key, name, email, subject, message, created_at)
       values ('message-' || md5($1), 'Njeri', 'njeri@example.co.ke', 'Bei', 'Habari', now() - $1::interval)`,
      [age],
    );
    await database.query(
      `with customer as (
         insert into auth.users (id, email) values (gen_random_uuid(), md5($1) || '@example.co.ke') returning id
       )
       insert into orders (user_id, kind, domain, price_ksh, idempotency_key, created_at)
       select id, 'renew', md5($1) || '.co.ke', 1000, $1, now() - $1::interval from customer`,
      [age],
    );
  }
  const counts = { messages: 3, "messages for an hour": 2, orders: 3 };
  expect(Object.fromEntries(await countWaiting())).toMatchObject(counts);
});
