import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { faultOfEmail, sandboxDelays } from "./faults.ts";

/** A mail that the server has taken: whom the envelope names, and what was in it. */
export type TakenMail = { to: string; mail: Email };

/** Whom it lets in. */
export const SMTP_USER = { user: "sandbox", pass: "sandbox-smtp-password" };

/** What it says to an address that asks to be refused. RFC 5321, 4.2.3. */
const REFUSALS: Record<string, [number, string]> = {
  refuse: [550, "There is no such mailbox"],
  fail: [451, "The mail server is not answering"],
};

type Options = {
  /** 0 takes a free one. */
  port: number;
  /** Is done before the mail is acknowledged: who throws here refuses it for now. */
  onMail: (mail: TakenMail) => void | Promise<void>;
  options?: SMTPServerOptions;
};

/**
 * The fake mail server of the agency on the loopback address: it wants a user and a password, and misbehaves as the
 * address asks (docs/sandbox.md). Gives back its port and a way to close it at once. Rejects with node's error when the port is in use.
 */
export async function serveSmtp({ port, onMail, options = {} }: Options) {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      if (username === SMTP_USER.user && password === SMTP_USER.pass) done(null, { user: username });
      else done(replyOf(535, "Wrong user or password"));
    },
    onRcptTo({ address }, _session, done) {
      const [code, words] = REFUSALS[faultOfEmail(address) ?? ""] ?? [];
      done(code === undefined ? null : replyOf(code, words ?? ""));
    },
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo;
      const to = recipient?.address ?? "";
      buffer(stream)
        .then(async (body) => {
          const mail = await PostalMime.parse(body);
          // A message to the agency asks by the address of whoever wrote it.
          const fault = faultOfEmail(to) ?? faultOfEmail(mail.replyTo?.[0]?.address ?? "");
          if (fault === "timeout") return;
          if (fault === "slow") await wait(sandboxDelays.slowMs);
          const refused = REFUSALS[fault ?? ""];
          if (refused) return done(replyOf(...refused));
          await onMail({ to, mail });
          // Taken, and nobody is told.
          if (fault === "lost") for (const one of server.connections) one.close();
          else done(null);
        })
        .catch((error: Error) => done(replyOf(451, error.message)));
    },
    ...options,
  });
  // A caller that has gone away.
  server.on("error", () => {});
  await new Promise<void>((ready, fail) => {
    server.server.once("error", fail);
    server.listen(port, "127.0.0.1", ready);
  });
  server.server.unref();
  const address = server.server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

function replyOf(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
