import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { faultOfEmail, sandboxDelays } from "./faults.ts";

/** A received mail. `to`: the envelope's recipient. */
export type ReceivedMail = { to: string; mail: Email };

/** The only user of the server. */
export const SMTP_USER = { user: "sandbox", pass: "sandbox-smtp-password" };

/** The replies to addresses with these magic words (RFC 5321, 4.2.3). */
const REFUSALS: Record<string, [number, string]> = {
  refuse: [550, "There is no such mailbox"],
  fail: [451, "The mail server is not answering"],
};

type Options = {
  /** 0 for a free port. */
  port: number;
  /** Called before the mail is acknowledged. If it throws, the mail is rejected temporarily. */
  onMail: (mail: ReceivedMail) => void | Promise<void>;
  options?: SMTPServerOptions;
};

/**
 * Starts a fake mail server on the loopback address. It requires user and password, and fails for magic words in addresses
 * (docs/sandbox.md). Returns its port and how to close it at once. Rejects with Node's error if the port is in use.
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
          // A message to the agency has the magic word in its sender's address.
          const fault = faultOfEmail(to) ?? faultOfEmail(mail.replyTo?.[0]?.address ?? "");
          if (fault === "timeout") return;
          if (fault === "slow") await wait(sandboxDelays.slowMs);
          const refused = REFUSALS[fault ?? ""];
          if (refused) return done(replyOf(...refused));
          await onMail({ to, mail });
          // The mail is received, but not acknowledged.
          if (fault === "lost") for (const one of server.connections) one.close();
          else done(null);
        })
        .catch((error: Error) => done(replyOf(451, error.message)));
    },
    ...options,
  });
  // For example, a client that closed its connection.
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
