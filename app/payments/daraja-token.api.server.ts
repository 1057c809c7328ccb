import { createHash, hkdfSync } from "node:crypto";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { keyedHash, redisKey } from "#app/platform/redis/names.server.ts";
import { withRedisOrLocal } from "#app/platform/redis/redis.api.server.ts";
import type { MpesaSettings } from "#app/platform/settings/mpesa-settings.ts";

/** An access token, and for how many milliseconds it may still be used. */
export type AccessToken = { token: string; lifeMs: number };

const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "daraja token", 32)));

/**
 * Returns functions that read and write the access token that all processes share in Redis, encrypted with APP_SECRET. If Redis is
 * not configured or unavailable, `read` returns undefined and `write` does nothing, both within 200 ms.
 */
export function createSharedToken({ url, key }: Pick<MpesaSettings, "url" | "key">) {
  // Hashed twice, because `keyedHash` ignores case and consumer keys do not.
  const account = createHash("sha256").update(`${url} ${key}`).digest("hex");
  const name = redisKey("daraja", keyedHash(account));

  return {
    read: () =>
      withRedisOrLocal<AccessToken | undefined>(
        async (redis) => {
          const [sealed, lifeMs] = await Promise.all([redis.get(name), redis.pTTL(name)]);
          const token = unseal(sealed);
          return typeof token === "string" ? { token, lifeMs } : undefined;
        },
        () => undefined,
      ),

    write: ({ token, lifeMs }: AccessToken) =>
      withRedisOrLocal<unknown>(
        (redis) => redis.set(name, seal(token, lifeMs), { expiration: { type: "PX", value: lifeMs } }),
        () => undefined,
      ),
  };
}
