import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sandboxDelays } from "#mocks/faults.ts";
import { type ReceivedMail, SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { createSmtpSender } from "./smtp.api.server.ts";

const MAIL = {
  to: "njeri@example.co.ke",
  subject: "Habari – a name",
  text: "Karibu sana",
  html: "<p>Karibu sana</p>",
  tags: [{ name: "stride", value: "interest" }],
};
const ID = "<one@jirani.example>";
const FROM = { name: "Jirani, Ltd", address: "info@jirani.example" };

let server: Awaited<ReturnType<typeof serveSmtp>>;
let received: ReceivedMail[];

beforeEach(async () => {
  received = [];
  server = await serveSmtp({ port: 0, onMail: (mail) => void received.push(mail) });
});
afterEach(async () => {
  sandboxDelays.slowMs = 3000;
  await server.close();
});

type Options = Partial<Parameters<typeof createSmtpSender>[0]>;

/** The sender of the queue, over connections that stay open. */
function sender({ server: other, ...more }: Options = {}) {
  const here = { host: "127.0.0.1", port: server.port, isSecure: false, auth: SMTP_USER };
  return createSmtpSender({ server: other ?? here, from: FROM, atOnce: 2, ...more });
}

const headerOf = ({ mail }: ReceivedMail, name: string) => mail.headers.filter(({ key }) => key === name);

test.each([
  ["over a connection that stays open", {}],
  ["over a connection of its own", { atOnce: undefined }],
])("sends a mail as written %s, from the agency, with its own Message-ID", async (_how, options) => {
  expect(await sender(options)({ ...MAIL, replyTo: "visitor@example.co.ke" }, ID)).toEqual({ ok: true });
  expect(received).toMatchObject([
    {
      to: MAIL.to,
      mail: {
        messageId: ID,
        from: FROM,
        to: [{ address: MAIL.to }],
        replyTo: [{ address: "visitor@example.co.ke" }],
        subject: MAIL.subject,
        text: expect.stringContaining(MAIL.text),
        html: expect.stringContaining(MAIL.html),
      },
    },
  ]);
  expect(received.flatMap((mail) => headerOf(mail, "x-tags"))).toMatchObject([{ value: "stride=interest" }]);
  expect(received.flatMap((mail) => headerOf(mail, "auto-submitted"))).toMatchObject([{ value: "auto-generated" }]);
});

const UNSUBSCRIBE_URL = "https://jirani.example/newsletter/one-click?token=abc_-DEF";
const listHeaders = (mail: ReceivedMail) =>
  ["list-unsubscribe", "list-unsubscribe-post"].flatMap((name) => headerOf(mail, name).map(({ value }) => value));

test.each([UNSUBSCRIBE_URL, `${UNSUBSCRIBE_URL}${"x".repeat(800)}`])(
  "adds the one-click unsubscribe headers for %j",
  async (unsubscribeUrl) => {
    await sender()({ ...MAIL, unsubscribeUrl }, ID);
    expect(received.flatMap(listHeaders)).toEqual([`<${unsubscribeUrl}>`, "List-Unsubscribe=One-Click"]);
  },
);

const INJECTED = "Bcc: victim@example.co.ke";

test.each([
  ["a subject", { subject: `Hello\r\n${INJECTED}\r\n\r\nmore` }],
  ["a subject with bare line breaks", { subject: `Hello\n${INJECTED}\r${INJECTED}` }],
  ["a Reply-To", { replyTo: `visitor@example.co.ke\r\n${INJECTED}` }],
  ["a Reply-To of several", { replyTo: "visitor@example.co.ke, victim@example.co.ke" }],
  ["a name in a Reply-To", { replyTo: `"x\r\n${INJECTED}" <visitor@example.co.ke>` }],
  ["a tag", { tags: [{ name: "a", value: `b\r\n${INJECTED}` }] }],
  ["an unsubscribe URL", { unsubscribeUrl: `${UNSUBSCRIBE_URL}>\r\n${INJECTED}` }],
  ["an unsubscribe URL with a bare line break", { unsubscribeUrl: `${UNSUBSCRIBE_URL}\n${INJECTED}` }],
])("lets %s inject no header and no recipient", async (_part, odd) => {
  await sender()({ ...MAIL, ...odd }, ID);
  for (const one of received) {
    expect(one.to).toBe(MAIL.to);
    expect([one.mail.bcc, one.mail.cc, headerOf(one, "bcc")]).toEqual([undefined, undefined, []]);
    expect(one.mail.to).toMatchObject([{ address: MAIL.to }]);
    expect(one.mail.replyTo?.length ?? 0).toBeLessThan(2);
    expect(one.mail.text?.trim()).toBe(MAIL.text);
  }
});

test.each([
  undefined,
  `${UNSUBSCRIBE_URL}>, <https://evil.example`,
  `${UNSUBSCRIBE_URL} x`,
  "mailto:victim@example.co.ke",
  "javascript:alert(1)",
  `${UNSUBSCRIBE_URL}${"x".repeat(900)}`,
])("omits the unsubscribe headers for %j", async (unsubscribeUrl) => {
  expect(await sender()({ ...MAIL, ...(unsubscribeUrl && { unsubscribeUrl }) }, ID)).toEqual({ ok: true });
  expect(received.map(listHeaders)).toEqual([[]]);
});

test.each(["a@x.ke, victim@example.co.ke", "a@x.ke>\r\nRCPT TO:<victim@example.co.ke", "<victim@example.co.ke>", ""])(
  "sends nothing to the invalid address %j",
  async (to) => {
    const refused = { ok: false, isFinal: true, failure: { kind: "address" } };
    expect(await sender()({ ...MAIL, to }, ID)).toMatchObject(refused);
    expect(received).toEqual([]);
  },
);

test.each([
  ["a permanent refusal as final", "refuse", true, { kind: "status", code: 550 }, 0],
  ["a temporary refusal as not final", "fail", false, { kind: "status", code: 451 }, 0],
  ["a mail as not sent if the server disconnects after accepting it", "lost", false, { kind: "cut" }, 1],
])("reports %s", async (_what, word, isFinal, failure, mails) => {
  const send = sender();
  expect(await send({ ...MAIL, to: `${word}@example.co.ke` }, ID)).toMatchObject({ ok: false, isFinal, failure });
  expect(received).toHaveLength(mails);
  expect(await send(MAIL, ID)).toEqual({ ok: true });
});

test("sends many mails over a few connections, also after the server has closed them", async () => {
  let connections = 0;
  const onConnect = (_session: unknown, go: () => void) => {
    connections += 1;
    go();
  };
  const serve = (port: number) =>
    serveSmtp({ port, onMail: (mail) => void received.push(mail), options: { onConnect } });
  const first = await serve(0);
  const send = sender({ server: { host: "127.0.0.1", port: first.port, isSecure: false, auth: SMTP_USER } });
  const sendThree = async () => [await send(MAIL, ID), await send(MAIL, ID), await send(MAIL, ID)];
  const sendSix = async () => (await Promise.all([sendThree(), sendThree()])).flat();
  expect(await sendSix()).toEqual(Array(6).fill({ ok: true }));
  expect(connections).toBe(2);
  await first.close();
  const restarted = await serve(first.port);
  expect(await sendSix()).toEqual(Array(6).fill({ ok: true }));
  expect(connections).toBe(4);
  expect(received).toHaveLength(12);
  await restarted.close();
});

test("waits for a slow server and gives a silent one up", async () => {
  sandboxDelays.slowMs = 30;
  expect(await sender()({ ...MAIL, to: "slow@example.co.ke" }, ID)).toEqual({ ok: true });
  const silent = { ...MAIL, to: "timeout@example.co.ke" };
  const timeout = { ok: false, isFinal: false, failure: { kind: "timeout" } };
  setDeadlines({ mailSocket: 100 });
  expect(await sender()(silent, ID)).toMatchObject(timeout);
  setDeadlines({ mail: 100 });
  expect(await sender()(silent, ID)).toMatchObject(timeout);
});

/** Sends to another server. Returns why it failed; it is never final. */
async function failureAt(server: Partial<Options["server"]>, more: Options = {}) {
  const at = { host: "127.0.0.1", isSecure: false, auth: SMTP_USER, port: 0, ...server };
  const sent = await sender({ server: at, ...more })(MAIL, ID);
  return sent.ok || sent.isFinal ? sent : sent.failure;
}

test("may retry after a wrong password, and records no secret", async () => {
  const auth = { user: SMTP_USER.user, pass: "another password" };
  expect(await failureAt({ port: server.port, auth })).toEqual({ host: "127.0.0.1", kind: "sign-in", code: 535 });
});

test("reports a refused connection, and a server that does not greet", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  setDeadlines({ mailGreeting: 100 });
  expect(await failureAt({ port })).toMatchObject({ kind: "timeout" });
  await new Promise((closed) => silent.close(closed));
  expect(await failureAt({ port })).toMatchObject({ kind: "refused", code: "ECONNREFUSED" });
});

test("requires TLS with a valid certificate except on this computer", async () => {
  const start = (options: object) => serveSmtp({ port: 0, onMail: (mail) => void received.push(mail), options });
  const [implicit, upgraded] = [await start({ secure: true }), await start({ disabledCommands: [] })];
  const tls = expect.objectContaining({ kind: "tls" });
  expect(await failureAt({ port: server.port }, { mayBePlain: false })).toEqual(tls);
  expect(await failureAt({ port: implicit.port, isSecure: true })).toEqual(tls);
  expect(await failureAt({ port: upgraded.port }, { mayBePlain: false })).toEqual(tls);
  await Promise.all([implicit.close(), upgraded.close()]);
  expect(received).toEqual([]);
});
