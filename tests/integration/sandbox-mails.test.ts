import { http, passthrough } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mail } from "#app/mail/mail.ts";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { claimMail, enqueueMail, insertWithMail, markMailFailed } from "#app/mail/queue.table.server.ts";
import { createSmtpSender } from "#app/mail/smtp.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sandboxDelays } from "#mocks/faults.ts";
import { server as mocks } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { openMailServer, queuedMails } from "#mocks/sandbox-smtp.ts";
import { serveMocks } from "#mocks/serve.ts";
import { makeFolder } from "../resilience/run-site.ts";
import { waitFor } from "../resilience/wait-for.ts";
import { database } from "./database.ts";

const DELAYS = { ...sandboxDelays };
const MESSAGE_ID = "<one@jirani.example>";
let served: Awaited<ReturnType<typeof serveMocks>>;
let send: ReturnType<typeof createSmtpSender>;

beforeAll(async () => {
  const mailServer = await openMailServer();
  served = await serveMocks({ port: 0, dataDir: await makeFolder(), queued: queuedMails });
  if (env.smtp) send = createSmtpSender({ server: env.smtp, from: { name: "Jirani", address: "info@jirani.example" } });
  return () => mailServer.close();
});
afterAll(() => served.close());
beforeEach(() => mocks.use(http.all(`http://127.0.0.1:${served.port}/*`, () => passthrough())));
afterEach(async () => {
  Object.assign(sandboxDelays, DELAYS);
  outbox.clear();
  await database.query("truncate mails, school_interest cascade");
});

let keys = 0;
function newMail(own: Partial<Mail> = {}): Mail {
  const words = { subject: "Habari", text: "Karibu", html: "<p>Karibu</p>", tags: [] };
  return { key: `letter-${keys++}`, kind: "confirm", to: "njeri@example.co.ke", ...words, ...own };
}
const request = (path: string, method = "GET") =>
  fetch(`http://127.0.0.1:${served.port}${path}`, { method, redirect: "manual" });
const outboxPage = () => request("/outbox.json");
const queued = () => database.query("select 1 from mails");

test.each([
  ["newsletter", { name: "newsletter", value: "welcome" }],
  ["school", { name: "stride", value: "interest" }],
  ["contact", { name: "contact", value: "message" }],
  ["mail", { name: "order", value: "placed" }],
])("a mail sent by SMTP is in the outbox as %s by its tag, with its Message-ID", async (kind, tag) => {
  expect(await send(newMail({ tags: [tag] }), MESSAGE_ID)).toEqual({ ok: true });
  const entry = { kind, to: "njeri@example.co.ke", subject: "Habari", messageId: MESSAGE_ID };
  expect(await (await outboxPage()).json()).toMatchObject([entry]);
});

test.each([
  ["fail", { ok: false, isFinal: false, failure: { code: 451 } }, 0],
  ["refuse", { ok: false, isFinal: true, failure: { code: 550 } }, 0],
  ["lost", { ok: false, isFinal: false, failure: { kind: "cut" } }, 1],
])("the magic word %s@ works for recipients and for senders of messages", async (word, outcome, received) => {
  const email = `${word}@example.co.ke`;
  for (const own of [{ to: email }, { to: "info@jirani.example", replyTo: email }]) {
    expect(await send(newMail(own), MESSAGE_ID)).toMatchObject(outcome);
    expect(outbox.list()).toHaveLength(received);
    outbox.clear();
  }
});

test("the outbox waits for mails that are being sent, for no others, and not forever", async () => {
  await enqueueMail(newMail());
  const waiting = outboxPage();
  await sendDueMails(send, new AbortController().signal);
  expect(await (await waiting).json()).toMatchObject([{ subject: "Habari" }]);
  sandboxDelays.mailsMs = 0;
  await enqueueMail(newMail());
  expect((await outboxPage()).status).toBe(503);
  for (const column of ["created_at", "next_try_at"]) {
    await database.query(`update mails set ${column} = now() + interval '1 hour' where sent_at is null`);
    expect((await outboxPage()).status, column).toBe(200);
    await database.query(`update mails set ${column} = now()`);
  }
});

test("emptying the outbox deletes waiting mails, and the current one if it fails for now", async () => {
  for (let count = 0; count < 3; count++) await enqueueMail(newMail());
  const claimed = await claimMail();
  outbox.add({ kind: "mail", to: "njeri@example.co.ke", subject: "Before", text: "" });
  const emptied = request("/reset", "POST");
  await waitFor(async () => (await queued()).length === 1);
  if (claimed) await markMailFailed(claimed, { host: "mail.example", kind: "cut", code: "ECONNRESET" }, 60);
  expect((await emptied).status).toBe(303);
  expect([outbox.list(), await queued()]).toEqual([[], []]);
});

test("the database refuses a row with dberror@ and its mail", async () => {
  const email = "dberror@example.co.ke";
  const school = { submission_key: email, name: "A", email, phone: "0712345678", school: "S" };
  const refused = await insertWithMail("school_interest", school, newMail({ to: email }));
  expect(refused).toMatchObject({ row: null, error: { message: "The database failed." } });
  expect(await database.query("select email from school_interest union all select recipient from mails")).toEqual([]);
});
