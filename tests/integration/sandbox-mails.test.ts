import { http, passthrough } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { claimMail, enqueueMail, insertWithMail, markMailFailed } from "#app/gateways/mail-queue.server.ts";
import { createSmtpSender } from "#app/gateways/smtp.server.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { sendDueMails } from "#app/use-cases/mail/mail-run.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { expireStaleJobs } from "#mocks/database/stale-jobs.ts";
import { sandboxDelays } from "#mocks/faults.ts";
import { server as mocks } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { openMailServer, queuedMails } from "#mocks/sandbox-smtp.ts";
import { serveMocks } from "#mocks/serve.ts";
import { makeFolder } from "../resilience/run-site.ts";
import { waitFor } from "../resilience/wait-for.ts";
import { openMemory } from "./open-memory.ts";

const DELAYS = { ...sandboxDelays };
const never = new AbortController().signal;

let database: Embedded;
let mailServer: Awaited<ReturnType<typeof openMailServer>>;
let served: Awaited<ReturnType<typeof serveMocks>>;
let send: ReturnType<typeof createSmtpSender>;

beforeAll(async () => {
  ({ database } = await openMemory());
  mailServer = await openMailServer();
  served = await serveMocks({ port: 0, dataDir: await makeFolder(), queued: queuedMails });
  if (env.smtp) send = createSmtpSender({ server: env.smtp, from: { name: "Jirani", address: "info@jirani.example" } });
});
beforeEach(() => mocks.use(http.all(`http://127.0.0.1:${served.port}/*`, () => passthrough())));
afterEach(async () => {
  Object.assign(sandboxDelays, DELAYS);
  outbox.clear();
  await database.query("truncate mails, school_interest");
});
afterAll(async () => {
  await served.close();
  await mailServer.close();
  await database.close();
});

let keys = 0;
function letter(own: Partial<Mail> = {}): Mail {
  const words = { subject: "Habari", text: "Karibu", html: "<p>Karibu</p>", tags: [] };
  return { key: `letter-${keys++}`, kind: "confirm", to: "njeri@example.co.ke", ...words, ...own };
}

const ask = (path: string, method = "GET") =>
  fetch(`http://127.0.0.1:${served.port}${path}`, { method, redirect: "manual" });

test.each([
  ["newsletter", { name: "newsletter", value: "welcome" }],
  ["school", { name: "stride", value: "interest" }],
  ["contact", { name: "contact", value: "message" }],
  ["mail", { name: "order", value: "placed" }],
])("a mail sent by SMTP is in the outbox as %s by its tag, with its Message-ID", async (kind, tag) => {
  expect(await send(letter({ tags: [tag] }), "<one@jirani.example>")).toEqual({ ok: true });
  const entry = { kind, to: "njeri@example.co.ke", subject: "Habari", messageId: "<one@jirani.example>" };
  expect(await (await ask("/outbox.json")).json()).toMatchObject([entry]);
});

test.each([
  ["fail", { ok: false, isFinal: false, failure: { code: 451 } }, 0],
  ["refuse", { ok: false, isFinal: true, failure: { code: 550 } }, 0],
  ["lost", { ok: false, isFinal: false, failure: { kind: "cut" } }, 1],
])("the magic word %s@ works for recipients and for senders of messages", async (word, outcome, taken) => {
  const who = `${word}@example.co.ke`;
  for (const own of [{ to: who }, { to: "info@jirani.example", replyTo: who }]) {
    expect(await send(letter(own), "<one@jirani.example>")).toMatchObject(outcome);
    expect(outbox.list()).toHaveLength(taken);
    outbox.clear();
  }
});

test("the outbox waits for mails that are being sent, for no others, and not forever", async () => {
  await enqueueMail(letter());
  sandboxDelays.mailsMs = 50;
  expect((await ask("/outbox.json")).status).toBe(503);
  await sendDueMails(send, never);
  expect(await (await ask("/outbox.json")).json()).toMatchObject([{ subject: "Habari" }]);
  await enqueueMail(letter());
  for (const other of ["created_at = now() + interval '1 hour'", "next_try_at = now() + interval '1 hour'"]) {
    await database.query(`update mails set ${other} where sent_at is null`);
    expect((await ask("/outbox.json")).status, other).toBe(200);
    await database.query("update mails set created_at = now(), next_try_at = now()");
  }
});

test("emptying the outbox deletes waiting mails, and the current one if it fails for now", async () => {
  for (let count = 0; count < 3; count++) await enqueueMail(letter());
  const claimed = await claimMail();
  outbox.add({ kind: "mail", to: "njeri@example.co.ke", subject: "Before", text: "" });
  const emptied = ask("/reset", "POST");
  await waitFor(async () => (await database.query("select 1 from mails")).length === 1);
  if (claimed) await markMailFailed(claimed, { host: "mail.example", kind: "cut", code: "ECONNRESET" }, 60);
  expect((await emptied).status).toBe(303);
  expect([outbox.list(), await database.query("select 1 from mails")]).toEqual([[], []]);
});

test("a mail whose process was killed is sent by the next process", async () => {
  await enqueueMail(letter());
  const lost = await claimMail();
  expect(await claimMail()).toBeUndefined();
  await expireStaleJobs(database);
  expect(await claimMail()).toMatchObject({ id: lost?.id, messageId: lost?.messageId, attempts: 2 });
});

test("the database refuses a row with dberror@ and its mail, and is slow for one with dbslow@", async () => {
  const keep = (email: string) => {
    const school = { submission_key: email, name: "A", email, phone: "0712345678", school: "S" };
    return insertWithMail("school_interest", school, letter({ to: email }));
  };
  expect(await keep("dberror@example.co.ke")).toMatchObject({ row: null, error: { message: "The database failed." } });
  const counted = await database.query("select email from school_interest union all select recipient from mails");
  expect(counted).toEqual([]);
  sandboxDelays.slowMs = 50;
  const start = performance.now();
  expect(await keep("dbslow@example.co.ke")).toMatchObject({ error: null, row: { email: "dbslow@example.co.ke" } });
  // A timer may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(48);
});
