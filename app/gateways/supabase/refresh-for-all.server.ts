import { hkdfSync } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { createSeal } from "#app/model/seal.server.ts";
import { nameInRedis, secretName } from "../redis/names.server.ts";
import { together } from "../redis.server.ts";

/** Longer than a refresh may take (project-fetch.server.ts), so that nobody else's turn is ended by ours. */
const TURN_MS = 10_000;
/** For so long another process's answer is waited for; whoever refreshes may have been killed. */
const PATIENCE_MS = 1500;
const POLL_MS = 50;
/** Characters. A session with much in it has some 5,000; a bigger one is not shared. */
const LONGEST = 50_000;

const replySchema = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type Reply = z.infer<typeof replySchema>;

type Shared = {
  /** The refresh token's hash. */
  key: string;
  token: string;
  /** For how long a success is given to whoever comes with the same token, in ms. */
  keptMs: number;
  refresh: () => Promise<Reply>;
};

/**
 * Refreshes a session, unless another process has done so, or is about to: then its answer is given. Only a success is
 * shared, sealed by what nobody finds in Redis: APP_SECRET and the old token. Without Redis, or after waiting in vain, the
 * session is refreshed by this process.
 */
export async function refreshForAll({ key, token, keptMs, refresh }: Shared): Promise<Reply> {
  const name = nameInRedis("refresh", secretName(key));
  const turn = `${name}:turn`;
  const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, token, "refresh", 32)));

  const look = () =>
    together(
      async (redis) => {
        // In this order: whoever had the turn before has left the answer before they gave it back.
        const [isOurs, kept] = await Promise.all([
          redis.set(turn, 1, { condition: "NX", expiration: { type: "PX", value: TURN_MS } }),
          redis.get(name),
        ]);
        return { isOurs: isOurs !== null, reply: replySchema.safeParse(unseal(kept)).data };
      },
      () => undefined,
    );

  /** Leaves a success for the others, and gives the turn back. */
  const leave = (reply: Reply | undefined) => {
    const sealed = reply && isSuccess(reply) ? seal(reply, keptMs) : "";
    const isToKeep = sealed !== "" && sealed.length <= LONGEST;
    return together<unknown>(
      (redis) =>
        Promise.all([
          isToKeep && redis.set(name, sealed, { expiration: { type: "PX", value: keptMs } }),
          redis.del(turn),
        ]),
      () => undefined,
    );
  };

  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await look();
    if (found === undefined) return refresh();
    let { reply } = found;
    if (found.isOurs) {
      try {
        reply ??= await refresh();
      } finally {
        await leave(reply);
      }
    }
    if (reply) return reply;
    await wait(POLL_MS);
  }
  return refresh();
}

/** The statuses that a fetch calls ok. */
export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}
