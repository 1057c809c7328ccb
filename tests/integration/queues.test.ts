import { http } from "msw";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimMail, enqueueMail, markMailFailed, markMailSent } from "#app/gateways/mail-queue.server.ts";
import {
  claimMessage,
  insertAndClaimMessage,
  markMessageDelivered,
  markMessageFailed,
} from "#app/gateways/messages.server.ts";
import { sendContactMessage, sendDueMessages } from "#app/use-cases/agency/tell-agency.server.ts";
import { sendDueMails } from "#app/use-cases/mail/mail-run.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { server } from "#mocks/node.ts";
import { openMemory } from "./open-memory.ts";

// What the queues of mails and of messages to the agency have in common; each has a file for what it alone has.

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

const FAILURE = { host: "mail.example", kind: "connection", code: "ECONNREFUSED" };
const NEVER = new AbortController().signal;
/** The id and the text of each delivery that was attempted. */
let attempts: string[] = [];
let isAccepted = true;
let count = 0;

beforeEach(async () => {
  attempts = [];
  isAccepted = true;
  await database.query("truncate mails, messages");
  server.use(
    http.post("*/contact", async ({ request }) => {
      attempts.push(`${request.headers.get("Idempotency-Key")} ${await request.text()}`);
      return Response.json({ success: isAccepted }, { status: isAccepted ? 200 : 503 });
    }),
  );
});

const sendMail: Parameters<typeof sendDueMails>[0] = async ({ text }, id) => {
  attempts.push(`${id} ${text}`);
  return isAccepted ? { ok: true } : { ok: false, isFinal: false, failure: FAILURE };
};
const addMail = () => {
  const key = `letter-${count++}`;
  return enqueueMail({ key, kind: "confirm", to: `${key}@example.co.ke`, subject: "S", text: key, html: "", tags: [] });
};
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", domain: undefined };
const newKey = () => `message-${count++}`;

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
          noteDelivered: () => markMailSent(claimed),
          noteFailed: (seconds?: number) => markMailFailed(claimed, FAILURE, seconds),
        }
      );
    },
  },
  {
    name: "messages",
    delivered: "handed_on_at",
    text: "message",
    leaseSeconds: 60,
    start: () => sendContactMessage(MESSAGE, newKey()),
    /** Adds a message whose process has died, since its own process would deliver it at once. */
    async add() {
      await insertAndClaimMessage(MESSAGE, newKey());
      await database.query("update messages set claimed_until = now(), next_try_at = now()");
    },
    run: (signal: AbortSignal) => sendDueMessages(signal),
    async claim() {
      const claimed = await claimMessage();
      return (
        claimed && {
          attempts: claimed.attempts,
          noteDelivered: () => markMessageDelivered(claimed),
          noteFailed: (seconds?: number) => markMessageFailed(claimed, FAILURE, seconds),
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
    await lost?.noteFailed(60);
    expect(await rows()).toMatchObject([{ failure: null, claimed_until: expect.anything() }]);
    await lost?.noteDelivered();
    await mine?.noteFailed();
    expect(await rows()).toMatchObject([{ [delivered]: expect.anything(), failed_at: null }]);
  });

  test("delivers each item once when several processes run", async () => {
    const many = process.env.LONG === "1" ? 1000 : 20;
    for (let index = 0; index < many; index += 1) await add();
    await Promise.all([1, 2, 3].map(() => run(NEVER)));
    expect([attempts.length, new Set(attempts).size]).toEqual([many, many]);
  });

  test("takes no item when the process is told to stop", async () => {
    await add();
    await run(AbortSignal.abort());
    expect(attempts).toEqual([]);
  });
});
