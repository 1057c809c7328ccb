import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sandboxDelays } from "#mocks/faults.ts";
import { type ReceivedMail, SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { createSmtpSender } from "./smtp.server.ts";

const LETTER = {
  to: "njeri@example.co.ke",
  subject: "Habari – a name",
  text: "Karibu sana",
  html: "<p>Karibu sana</p>",
  tags: [{ name: "stride", value: "interest" }],
};
const ID = "<one@jirani.example>";
const FROM = { name: "Jirani, Ltd", address: "info@jirani.example" };

let server: Awaited<ReturnType<typeof serveSmtp>>;
let taken: ReceivedMail[];

beforeEach(async () => {
  taken = [];
  server = await serveSmtp({ port: 0, onMail: (mail) => void taken.push(mail) });
});
afterEach(async () => {
  sandboxDelays.slowMs = 3000;
  await server.close();
});

type Options = Partial<Parameters<typeof createSmtpSender>[0]>;

function sender({ server: other, ...more }: Options = {}) {
  const here = { host: "127.0.0.1", port: server.port, isSecure: false, auth: SMTP_USER };
  return createSmtpSender({ server: other ?? here, from: FROM, ...more });
}

const headerOf = ({ mail }: ReceivedMail, name: string) => mail.headers.filter(({ key }) => key === name);

test("sends a mail as written, from the agency, with its own Message-ID", async () => {
  expect(await sender()({ ...LETTER, replyTo: "visitor@example.co.ke" }, ID)).toEqual({ ok: true });
  expect(taken).toMatchObject([
    {
      to: LETTER.to,
      mail: {
        messageId: ID,
        from: FROM,
        to: [{ address: LETTER.to }],
        replyTo: [{ address: "visitor@example.co.ke" }],
        subject: LETTER.subject,
        text: expect.stringContaining(LETTER.text),
        html: expect.stringContaining(LETTER.html),
      },
    },
  ]);
  expect(taken.flatMap((mail) => headerOf(mail, "x-tags"))).toMatchObject([{ value: "stride=interest" }]);
  expect(taken.flatMap((mail) => headerOf(mail, "auto-submitted"))).toMatchObject([{ value: "auto-generated" }]);
});

const LEAVE = "https://jirani.example/newsletter/one-click?token=abc_-DEF";
const LIST_HEADERS = ["list-unsubscribe", "list-unsubscribe-post"];
const listHeaders = (one: ReceivedMail | undefined) =>
  LIST_HEADERS.map((name) => one && headerOf(one, name).map(({ value }) => value));

test("adds the one-click unsubscribe headers to a mail with an unsubscribe URL only", async () => {
  const longest = `${LEAVE}${"x".repeat(800)}`;
  for (const unsubscribeUrl of [LEAVE, longest]) await sender()({ ...LETTER, unsubscribeUrl }, ID);
  await sender()(LETTER, ID);
  expect(taken.map(listHeaders)).toEqual([
    [[`<${LEAVE}>`], ["List-Unsubscribe=One-Click"]],
    [[`<${longest}>`], ["List-Unsubscribe=One-Click"]],
    [[], []],
  ]);
});

const INJECTED = "Bcc: victim@example.co.ke";

test.each([
  ["a subject", { subject: `Hello\r\n${INJECTED}\r\n\r\nmore` }],
  ["a subject with bare line breaks", { subject: `Hello\n${INJECTED}\r${INJECTED}` }],
  ["a Reply-To", { replyTo: `visitor@example.co.ke\r\n${INJECTED}` }],
  ["a Reply-To of several", { replyTo: "visitor@example.co.ke, victim@example.co.ke" }],
  ["a name in a Reply-To", { replyTo: `"x\r\n${INJECTED}" <visitor@example.co.ke>` }],
  ["a tag", { tags: [{ name: "a", value: `b\r\n${INJECTED}` }] }],
  ["an unsubscribe URL", { unsubscribeUrl: `${LEAVE}>\r\n${INJECTED}` }],
  ["an unsubscribe URL with a bare line break", { unsubscribeUrl: `${LEAVE}\n${INJECTED}` }],
])("lets %s inject no header and no recipient", async (_part, odd) => {
  await sender()({ ...LETTER, ...odd }, ID);
  for (const one of taken) {
    expect(one.to).toBe(LETTER.to);
    expect([one.mail.bcc, one.mail.cc, headerOf(one, "bcc")]).toEqual([undefined, undefined, []]);
    expect(one.mail.to).toMatchObject([{ address: LETTER.to }]);
    expect(one.mail.replyTo?.length ?? 0).toBeLessThan(2);
    expect(one.mail.text?.trim()).toBe(LETTER.text);
  }
});

test.each([
  `${LEAVE}>, <https://evil.example`,
  `${LEAVE} x`,
  "mailto:victim@example.co.ke",
  "javascript:alert(1)",
  `${LEAVE}${"x".repeat(900)}`,
])("omits the unsubscribe headers for %j", async (unsubscribeUrl) => {
  expect(await sender()({ ...LETTER, unsubscribeUrl }, ID)).toEqual({ ok: true });
  expect(taken.map(listHeaders)).toEqual([[[], []]]);
});

test.each(["a@x.ke, victim@example.co.ke", "a@x.ke>\r\nRCPT TO:<victim@example.co.ke", "<victim@example.co.ke>", ""])(
  "sends nothing to the invalid address %j",
  async (to) => {
    expect(await sender()({ ...LETTER, to }, ID)).toMatchObject({
      ok: false,
      isFinal: true,
      failure: { kind: "address" },
    });
    expect(taken).toEqual([]);
  },
);

test("reports a permanent refusal as final and a temporary one as not final", async () => {
  const failure = (code: number) => ({ host: "127.0.0.1", kind: "status", code });
  const send = sender();
  expect(await send({ ...LETTER, to: "refuse@example.co.ke" }, ID)).toEqual({
    ok: false,
    isFinal: true,
    failure: failure(550),
  });
  expect(await send({ ...LETTER, to: "fail@example.co.ke" }, ID)).toEqual({
    ok: false,
    isFinal: false,
    failure: failure(451),
  });
  expect(await send(LETTER, ID)).toEqual({ ok: true });
});

test("reports a mail as not sent if the server disconnects after accepting it", async () => {
  const outcome = await sender()({ ...LETTER, to: "lost@example.co.ke" }, ID);
  expect(outcome).toMatchObject({ ok: false, isFinal: false, failure: { kind: "cut" } });
  expect(taken).toHaveLength(1);
});

test("waits for a slow server and gives a silent one up", async () => {
  sandboxDelays.slowMs = 30;
  expect(await sender()({ ...LETTER, to: "slow@example.co.ke" }, ID)).toEqual({ ok: true });
  const silent = { ...LETTER, to: "timeout@example.co.ke" };
  const timeout = { ok: false, isFinal: false, failure: { kind: "timeout" } };
  expect(await sender({ timeouts: { socketTimeout: 100 } })(silent, ID)).toMatchObject(timeout);
  expect(await sender({ mailMs: 100 })(silent, ID)).toMatchObject(timeout);
});

test("retries after a wrong password, and records no secret", async () => {
  const auth = { user: SMTP_USER.user, pass: "another password" };
  const wrong = { host: "127.0.0.1", port: server.port, isSecure: false, auth };
  expect(await sender({ server: wrong })(LETTER, ID)).toEqual({
    ok: false,
    isFinal: false,
    failure: { host: "127.0.0.1", kind: "sign-in", code: 535 },
  });
});

test("reports a refused connection, and a server that does not greet", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => silent.once("listening", ready));
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const at = { host: "127.0.0.1", port, isSecure: false, auth: undefined };
  const greeting = { timeouts: { greetingTimeout: 100 } };
  expect(await sender({ server: at, ...greeting })(LETTER, ID)).toMatchObject({
    isFinal: false,
    failure: { kind: "timeout" },
  });
  await new Promise((closed) => silent.close(closed));
  expect(await sender({ server: at })(LETTER, ID)).toMatchObject({
    isFinal: false,
    failure: { kind: "refused", code: "ECONNREFUSED" },
  });
});

test("requires TLS with a valid certificate except on this computer", async () => {
  const plain = { host: "127.0.0.1", port: server.port, isSecure: false, auth: SMTP_USER };
  expect(await sender({ server: plain, mayBePlain: false })(LETTER, ID)).toMatchObject({
    isFinal: false,
    failure: { kind: "tls" },
  });
  const secure = await serveSmtp({
    port: 0,
    onMail: (mail) => void taken.push(mail),
    options: { secure: true, logger: false },
  });
  expect(await sender({ server: { ...plain, port: secure.port, isSecure: true } })(LETTER, ID)).toMatchObject({
    isFinal: false,
    failure: { kind: "tls" },
  });
  const begun = await serveSmtp({
    port: 0,
    onMail: (mail) => void taken.push(mail),
    options: { disabledCommands: [], logger: false },
  });
  expect(await sender({ server: { ...plain, port: begun.port }, mayBePlain: false })(LETTER, ID)).toMatchObject({
    isFinal: false,
    failure: { kind: "tls" },
  });
  await Promise.all([secure.close(), begun.close()]);
  expect(taken).toEqual([]);
});
