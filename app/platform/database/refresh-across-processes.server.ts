import { hkdfSync } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { createSeal } from "../abuse/seal.server.ts";
import { env } from "../env.server.ts";
import { keyedHash, redisKey } from "../redis/names.server.ts";
import { withRedisOrLocal } from "../redis/redis.api.server.ts";
import { deadlineMs } from "../upstream/deadlines.server.ts";

/** Longer than a refresh takes (project-fetch.api.server.ts), so that no lock expires while it is in use. */
const LOCK_MS = 10_000;
const POLL_MS = 50;
/** Characters. A large session has some 5,000; longer ones are not shared. */
const LONGEST = 50_000;

const replySchema = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type Reply = z.infer<typeof replySchema>;

type Shared = {
  /** Hash of the refresh token. */
  key: string;
  token: string;
  /** Milliseconds for which a success is returned again for the same token. */
  keptMs: number;
  refresh: () => Promise<Reply>;
};

/**
 * Refreshes a session, or returns the reply of another process that refreshes it at the same time. Only successes are
 * shared, encrypted with APP_SECRET and the old token, neither of which is in Redis. Without Redis, or after a
 * timeout, this process refreshes.
 */
export async function refreshAcrossProcesses({ key, token, keptMs, refresh }: Shared): Promise<Reply> {
  const name = redisKey("refresh", keyedHash(key));
  const lockName = `${name}:turn`;
  const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, token, "refresh", 32)));

  const readOrLock = () =>
    withRedisOrLocal(
      async (redis) => {
        // The lock is read before the reply, because its previous holder stores the reply before it releases the lock.
        const [lock, stored] = await Promise.all([
          redis.set(lockName, 1, { condition: "NX", expiration: { type: "PX", value: LOCK_MS } }),
          redis.get(name),
        ]);
        return { hasLock: lock !== null, response: replySchema.safeParse(unseal(stored)).data };
      },
      () => undefined,
    );

  /** Stores a success for the other processes and releases the lock. */
  const unlock = (response: Reply | undefined) => {
    const sealed = response && isSuccess(response) ? seal(response, keptMs) : "";
    const isShareable = sealed !== "" && sealed.length <= LONGEST;
    return withRedisOrLocal<unknown>(
      (redis) =>
        Promise.all([
          isShareable && redis.set(name, sealed, { expiration: { type: "PX", value: keptMs } }),
          redis.del(lockName),
        ]),
      () => undefined,
    );
  };

  for (let waited = 0; waited < deadlineMs("sessionRefreshElsewhere"); waited += POLL_MS) {
    const found = await readOrLock();
    if (found === undefined) return refresh();
    let { response } = found;
    if (found.hasLock) {
      try {
        response ??= await refresh();
      } finally {
        await unlock(response);
      }
    }
    if (response) return response;
    await wait(POLL_MS);
  }
  return refresh();
}

/** Returns whether the status is 2xx. */
export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}
