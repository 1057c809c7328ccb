import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";

/** Comparing a password takes less, the way to a hosted auth service included. */
const PASSWORD_MS = 600;

/**
 * From now on until an answer may go out that must not tell, by the time it takes, who has an account. `name` is what may
 * take longer for a known address: a "mail" has ACCOUNT_REPLY_MS, a "password" 600 ms at most. Await it after the work; what
 * took longer is written to the log. Source: docs/product.md, "Accounts".
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
    if (isOver && ms > 0) log.warn({ for: name, ms }, "took longer than its even time");
    return time;
  };
}
