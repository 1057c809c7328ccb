import { afterEach, expect, test } from "vitest";
import type { Mail } from "#app/mail/mail.ts";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { claimMail, enqueueMail, insertWithMail, markMailSent, purgeMails } from "#app/mail/queue.table.server.ts";
import { database } from "./database.ts";

afterEach(() => database.query("truncate mails, school_interest cascade"));

const never = new AbortController().signal;
let keys = 0;

function newMail(own: Partial<Mail> = {}): Mail {
  const words = { subject: "Habari", text: "Karibu", html: "<p>Karibu</p>", tags: [{ name: "a", value: "b" }] };
  return { key: `letter-${keys++}`, kind: "confirm", to: "njeri@example.co.ke", ...words, ...own };
}

/** The Message-IDs of a run whose mails all have this outcome, and when the next mail is due. */
async function run(outcome: "sent" | "failed" | "rejected" = "sent") {
  const ids: string[] = [];
  const failure = { host: "mail.example", kind: "connection", code: "ECONNREFUSED" };
  const due = await sendDueMails(async (_mail, id) => {
    ids.push(id);
    return outcome === "sent" ? { ok: true } : { ok: false, isFinal: outcome === "rejected", failure };
  }, never);
  return { ids, due };
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
  const mail = newMail({ replyTo: "v@example.co.ke", unsubscribeUrl });
  const { key: _key, kind: _kind, ...fields } = mail;
  await enqueueMail(mail);
  const claimed = await claimMail();
  const messageId = expect.stringMatching(/^<[\w-]{36}@mtandao\.co\.ke>$/);
  expect(claimed).toMatchObject({ attempts: 1, messageId, mail: fields });
  expect(await claimMail()).toBeUndefined();
  expect(claimed && (await markMailSent(claimed))).toBe(true);
  await later("1 day");
  expect(await claimMail()).toBeUndefined();
  expect(await rows()).toMatchObject([
    { body_text: "", body_html: "", unsubscribe_url: null, sent_at: expect.anything(), failed_at: null },
  ]);
});

test("the same mail queued twice is sent once; after a day or a failure it is another", async () => {
  const mail = newMail();
  await Promise.all([enqueueMail(mail), enqueueMail(mail), enqueueMail(mail)]);
  const [first, ...more] = (await run()).ids;
  await enqueueMail(mail);
  expect([...more, ...(await run()).ids]).toEqual([]);

  await later("24 hours");
  await enqueueMail(mail);
  await run("rejected");
  expect(await rows()).toMatchObject([{ failed_at: expect.anything(), sent_at: null }]);
  await enqueueMail(mail);
  expect((await run()).ids).toEqual([expect.not.stringContaining(first ?? "")]);
  // A confirmation and a welcome with one key are two mails.
  await enqueueMail({ ...mail, kind: "newsletter" });
  expect(await rows()).toHaveLength(2);
});

test("a run returns when failed mails are due again; one that the server rejects for good is not", async () => {
  await enqueueMail(newMail());
  const before = performance.now();
  const [due = 0, ...more] = (await run("failed")).due;
  expect(due).toBeGreaterThanOrEqual(before + 60_000);
  expect(more).toEqual([]);
  await later("1 minute");
  expect((await run("rejected")).due).toEqual([]);
  expect(await rows()).toMatchObject([{ attempts: 2, failed_at: expect.anything() }]);
});

test("a row and its mail are written in one transaction", async () => {
  const school = { submission_key: "k", name: "A", email: "a@example.co.ke", phone: "0712345678", school: "S" };
  const kept = await insertWithMail("school_interest", school, newMail());
  expect(kept).toMatchObject({ error: null, row: { ...school, role: "headteacher", status: "unconfirmed" } });
  expect((await insertWithMail("school_interest", school, newMail())).error?.code).toBe("23505");
  expect(await rows()).toHaveLength(1);
  // A mail that cannot be written rolls the row back.
  const invalid = newMail({ key: "no key" });
  expect((await insertWithMail("school_interest", { ...school, submission_key: "x" }, invalid)).error).not.toBeNull();
  expect(await database.query("select submission_key from school_interest")).toEqual([{ submission_key: "k" }]);
});

test("mails that were sent or failed are deleted after thirty days, waiting ones never", async () => {
  await enqueueMail(newMail({ key: "waiting-1" }));
  await database.query("update mails set next_try_at = now() + interval '60 days'");
  await enqueueMail(newMail());
  await run();
  await enqueueMail(newMail());
  await run("rejected");
  await later("29 days");
  await purgeMails();
  expect(await rows()).toHaveLength(3);
  await later("2 days");
  await purgeMails();
  expect(await rows()).toMatchObject([{ key: "confirm-waiting-1" }]);
});
