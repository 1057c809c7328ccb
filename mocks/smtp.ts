import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { faultOfEmail, sandboxDelays } from "./faults.ts";

/** A received mail. `to`: the envelope's recipient. */
export type ReceivedMail = { to: string; mail: Email };

/** The only user of the server. */
export const SMTP_USER = { user: "sandbox", pass: "sandbox-smtp-password" };

/**
 * What happens to a mail, in the words of the workbench's faults (docs/testing.md). `status`: an SMTP code; with 4xx the mail
 * is tried again. `ms`: how long `delay` delays, and after how long `hang` closes the connection.
 */
export type MailFault = {
  effect: "delay" | "status" | "cut" | "garbage" | "hang";
  status?: number | undefined;
  ms?: number | undefined;
};

const TRY_AGAIN = 451;
const WORDS: Record<number, string> = {
  550: "There is no such mailbox",
  [TRY_AGAIN]: "The mail server is not answering",
};

/** Returns the fault of an address with a magic word, if it has one. */
function faultOfAddress(address: string): MailFault | undefined {
  switch (faultOfEmail(address)) {
    case "refuse":
      return { effect: "status", status: 550 };
    case "fail":
      return { effect: "status", status: TRY_AGAIN };
    case "slow":
      return { effect: "delay", ms: sandboxDelays.slowMs };
    case "timeout":
      return { effect: "hang" };
    case "lost":
      return { effect: "cut" };
    default:
      return undefined;
  }
}

type Options = {
  /** 0 for a free port. */
  port: number;
  /** Called before the mail is acknowledged. If it throws, the mail is rejected temporarily. */
  onMail: (mail: ReceivedMail) => void | Promise<void>;
  /**
   * Called first for each mail. Returns `fault`, the fault of this mail if it has one, and `answered`, which is called with the
   * code of the reply, or with 0 if there is no reply.
   */
  watch?: (mail: ReceivedMail) => { fault: MailFault | undefined; answered: (code: number) => void };
  options?: SMTPServerOptions;
};

/**
 * Starts a fake mail server on the loopback address. It requires user and password, and fails for magic words in addresses
 * (docs/sandbox.md). Returns its port and how to close it at once. Rejects with Node's error if the port is in use.
 */
export async function serveSmtp({ port, onMail, watch, options = {} }: Options) {
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
      const fault = faultOfAddress(address);
      done(fault?.effect === "status" ? smtpError(fault) : null);
    },
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo;
      const to = recipient?.address ?? "";
      const close = () => {
        for (const one of server.connections) if (one.session?.id === session.id) one.close();
      };
      buffer(stream)
        .then(async (body) => {
          const mail = await PostalMime.parse(body);
          const watched = watch?.({ to, mail });
          // A message to the agency has the magic word in its sender's address.
          const sender = mail.replyTo?.[0]?.address ?? "";
          const fault = watched?.fault ?? faultOfAddress(to) ?? faultOfAddress(sender);
          const answer = (code: number, error: Error | null) => {
            watched?.answered(code);
            done(error);
          };
          if (fault?.effect === "status") return answer(fault.status ?? TRY_AGAIN, smtpError(fault));
          if (fault?.effect === "delay") await wait(fault.ms ?? 1000);
          if (fault?.effect === "hang") {
            watched?.answered(0);
            if (fault.ms !== undefined) setTimeout(close, fault.ms).unref();
            return;
          }
          await onMail({ to, mail });
          if (fault?.effect === "garbage") return answer(0, Object.assign(new Error(), { responseCode: "garbage" }));
          if (fault?.effect !== "cut") return answer(250, null);
          // The mail is received, but not acknowledged.
          watched?.answered(0);
          close();
        })
        .catch((error: Error) => done(replyOf(TRY_AGAIN, error.message)));
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

function smtpError({ status = TRY_AGAIN }: Pick<MailFault, "status">): Error {
  return replyOf(status, WORDS[status] ?? "A fault of the workbench");
}

function replyOf(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
