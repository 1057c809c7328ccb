import { env } from "../env.server.ts";
import { log } from "../log.server.ts";

/** Longer, in ms, than a hosted auth service takes to check a password. */
const PASSWORD_MS = 600;

/**
 * Starts the timer of a constant-time reply, whose duration must not tell whether an account exists. Await the
 * returned function before replying. "mail" takes ACCOUNT_REPLY_MS, "password" at most 600 ms. Work that takes longer
 * is logged. Source: docs/product/accounts.md, "Accounts".
 */
export function startConstantTime(name: "mail" | "password"): () => Promise<void> {
  const ms = name === "mail" ? env.accountReplyMs : Math.min(PASSWORD_MS, env.accountReplyMs);
  let isOver = false;
  const time = new Promise<void>((done) => {
    setTimeout(() => {
      isOver = true;
      done();
    }, ms);
  });
  return () => {
    if (isOver && ms > 0) log.warn({ for: name, ms }, "exceeded the constant-time budget");
    return time;
  };
}
