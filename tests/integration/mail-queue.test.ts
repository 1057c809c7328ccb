import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { claimMail, enqueueMail, insertWithMail, markMailSent, purgeMails } from "#app/gateways/mail-queue.server.ts";
import { log } from "#app/log.server.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { sendDueMails } from "#app/use-cases/mail/mail-run.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
afterEach(() => database.query("truncate mails, school_interest"));

const never = new AbortController().signal;
const FAILURE = { host: "mail.example", kind: "connection", code: "ECONNREFUSED" };
let keys = 0;

function letter(own: Partial<Mail> = {}): Mail {
  const words = { subject: "Habari", text: "Karibu", html: "<p>Karibu</p>", tags: [{ name: "a", value: "b" }] };
  return { key: `letter-${keys++}`, kind: "confirm", to: "njeri@example.co.ke", ...words, ...own };
}

type Sender = Parameters<typeof sendDueMails>[0];
type Outcome = Awaited<ReturnType<Sender>>;

/** Returns a sender that records recipients and Message-IDs, and returns this outcome. */
function recorder(answer: () => Outcome | Promise<Outcome> = () => ({ ok: true })) {
  const sent: { to: string; id: string }[] = [];
  const send: Sender = async ({ to }, id) => {
    sent.push({ to, id });
    return answer();
  };
  return { sent, send };
}

const rows = () => database.query("select * from mails order by created_at, key");
/** Moves all times of the queue back, as if this time had passed. */
const later = (time: string) =>
  database.query(
    `update mails set next_try_at = next_try_at - $1::interval,
    claimed_until = claimed_until - $1::interval, created_at = created_at - $1::interval,
    sent_at = sent_at - $1::interval, failed_at = failed_at - $1::interval`,
    [time],
  );

test("a mail is sent once with all its fields, and its text is deleted", async () => {
  const unsubscribeUrl = "https://www.example.co.ke/newsletter/one-click?token=abc";
  await enqueueMail(letter({ replyTo: "v@example.co.ke", unsubscribeUrl }));
  const claimed = await claimMail();
  expect(claimed).toMatchObject({
    attempts: 1,
    messageId: expect.stringMatching(/^<[\w-]{36}@mtandao\.co\.ke>$/),
    mail: {
      to: "njeri@example.co.ke",
      replyTo: "v@example.co.ke",
      subject: "Habari",
      text: "Karibu",
      html: "<p>Karibu</p>",
      unsubscribeUrl,
    },
  });
  expect(claimed?.mail.tags).toEqual([{ name: "a", value: "b" }]);
  expect(await claimMail()).toBeUndefined();
  expect(claimed && (await markMailSent(claimed))).toBe(true);
  await later("1 day");
  expect(await claimMail()).toBeUndefined();
  expect(await rows()).toMatchObject([
    { body_text: "", body_html: "", unsubscribe_url: null, sent_at: expect.anything(), failed_at: null },
  ]);
});

test("the same mail queued twice is sent once; after a day or a failure it is another", async () => {
  const one = letter();
  await Promise.all([enqueueMail(one), enqueueMail(one), enqueueMail(one)]);
  const { sent, send } = recorder();
  await sendDueMails(send, never);
  await enqueueMail(one);
  await sendDueMails(send, never);
  expect(sent).toHaveLength(1);

  await later("24 hours");
  await enqueueMail(one);
  await sendDueMails(recorder(() => ({ ok: false, isFinal: true, failure: FAILURE })).send, never);
  expect(await rows()).toMatchObject([{ failed_at: expect.anything(), sent_at: null }]);
  await enqueueMail(one);
  await sendDueMails(send, never);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  // A confirmation and a welcome with one key are two mails.
  await enqueueMail({ ...one, kind: "newsletter" });
  expect(await rows()).toHaveLength(2);
});

test("a run returns when the next unsent mail is due", async () => {
  await enqueueMail(letter());
  const before = performance.now();
  const [due = 0, ...more] = await sendDueMails(
    recorder(() => ({ ok: false, isFinal: false, failure: FAILURE })).send,
    never,
  );
  expect(due).toBeGreaterThanOrEqual(before + 60_000);
  expect(more).toEqual([]);
  await later("1 minute");
  expect(await sendDueMails(recorder(() => ({ ok: false, isFinal: true, failure: FAILURE })).send, never)).toEqual([]);
});

test("a database that is down is logged once, and so is that it is back", async () => {
  const error = vi.spyOn(log, "error");
  const info = vi.spyOn(log, "info");
  await database.query("alter function claim_mail(integer) rename to claim_none");
  for (let looks = 0; looks < 3; looks++) expect(await claimMail()).toBeUndefined();
  await database.query("alter function claim_none(integer) rename to claim_mail");
  for (let looks = 0; looks < 3; looks++) expect(await claimMail()).toBeUndefined();
  expect(error.mock.calls).toEqual([[{ reason: expect.any(String) }, "mails not claimed"]]);
  expect(info.mock.calls).toEqual([["mails not claimed: over"]]);
});

test("a mail that the server rejects for good fails at once, and blocks no other", async () => {
  await enqueueMail(letter({ to: "refuse@example.co.ke" }));
  await enqueueMail(letter({ to: "second@example.co.ke" }));
  const send: Sender = async ({ to }) =>
    to.startsWith("refuse") ? { ok: false, isFinal: true, failure: FAILURE } : { ok: true };
  await sendDueMails(send, never);
  const [first, second] = await rows();
  expect([first?.attempts, first?.failed_at === null, second?.sent_at === null]).toEqual([1, false, false]);
});

test("a process that is told to stop finishes the current mail and takes no other", async () => {
  for (let count = 0; count < 3; count += 1) await enqueueMail(letter());
  const stopping = new AbortController();
  const { sent, send } = recorder(() => {
    stopping.abort();
    return { ok: true };
  });
  await sendDueMails(send, stopping.signal);
  expect(sent).toHaveLength(1);
  expect((await rows()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(1);
});

test("a row and its mail are written in one transaction", async () => {
  const school = { submission_key: "k", name: "A", email: "a@example.co.ke", phone: "0712345678", school: "S" };
  const kept = await insertWithMail("school_interest", school, letter());
  expect(kept).toMatchObject({ error: null, row: { ...school, role: "headteacher", status: "unconfirmed" } });
  expect(await rows()).toHaveLength(1);
  const again = await insertWithMail("school_interest", school, letter());
  expect(again.error?.code).toBe("23505");
  expect(await rows()).toHaveLength(1);
  // A mail that cannot be written rolls the row back.
  const broken = await insertWithMail(
    "school_interest",
    { ...school, submission_key: "other" },
    letter({ key: "no key" }),
  );
  expect(broken.error).not.toBeNull();
  expect(await database.query("select submission_key from school_interest")).toEqual([{ submission_key: "k" }]);
});

test("mails that were sent or failed are deleted after thirty days, waiting ones never", async () => {
  await enqueueMail(letter({ key: "waiting-1" }));
  await database.query("update mails set next_try_at = now() + interval '60 days'");
  await enqueueMail(letter({ key: "sent-0001" }));
  await sendDueMails(recorder().send, never);
  await enqueueMail(letter({ key: "failed-01" }));
  await sendDueMails(recorder(() => ({ ok: false, isFinal: true, failure: FAILURE })).send, never);
  await later("29 days");
  await purgeMails();
  expect(await rows()).toHaveLength(3);
  await later("2 days");
  await purgeMails();
  expect(await rows()).toMatchObject([{ key: "confirm-waiting-1" }]);
});
