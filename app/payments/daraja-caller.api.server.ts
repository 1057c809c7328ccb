import { createHash, hkdfSync } from "node:crypto";
import { z } from "zod";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { keyedHash, redisKey } from "#app/platform/redis/names.server.ts";
import { withRedisOrLocal } from "#app/platform/redis/redis.api.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { MpesaSettings } from "#app/platform/settings/mpesa-settings.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { TOKEN_CODES } from "./results.ts";

const MINUTE_MS = 60_000;
/** How long a token is used. Daraja's tokens are valid for an hour. */
const TOKEN_MS = 50 * MINUTE_MS;
const NOT_REACHED = "M-PESA could not be reached.";

/** Daraja's error body. Several errors share one code. */
const errorSchema = z.object({ errorCode: z.coerce.string(), errorMessage: z.string().catch("") });
export type DarajaError = z.infer<typeof errorSchema>;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().int().catch(3599) });

type Call<T> = { op: string; path: string[]; body: object; schema: z.ZodType<T> };

/**
 * Returns a function that calls Daraja. Error bodies are returned as values with any status. Each new access token invalidates
 * the one before, so all processes share one through Redis. Without Redis two processes invalidate each other's tokens. On a
 * token error the call is therefore repeated once with another token. That is safe, because the call was refused before it did
 * anything. Source: Daraja documentation, "Authorization".
 */
export function createDarajaCaller({ url, key, secret }: Pick<MpesaSettings, "url" | "key" | "secret">) {
  const shared = createSharedToken({ url, key });
  let known: { token: string; until: number } | undefined;
  let search: Promise<Result<string>> | undefined;

  /** Returns a token other than the refused one. Parallel calls share one search. */
  async function tokenOtherThan(refused: string | undefined): Promise<Result<string>> {
    if (known?.token === refused) known = undefined;
    if (known && monotonicMs.now() < known.until) return success(known.token);
    search ??= findToken(refused).finally(() => {
      search = undefined;
    });
    return search;
  }

  /** Takes the token that another process has stored, or else a new one. */
  async function findToken(refused: string | undefined): Promise<Result<string>> {
    const stored = await shared.read();
    const found = stored && stored.token !== refused ? success(stored) : await fetchToken();
    if (!found.ok) return found;
    const { token, lifeMs } = found.value;
    known = { token, until: monotonicMs.now() + lifeMs };
    return success(token);
  }

  async function fetchToken(): Promise<Result<AccessToken>> {
    const basic = Buffer.from(`${key}:${secret}`).toString("base64");
    const response = await requestJson({
      ...{ service: "mpesa", op: "token", base: url, path: ["oauth", "v1", "generate"], method: "GET" },
      query: { grant_type: "client_credentials" },
      headers: { Authorization: `Basic ${basic}` },
      schema: tokenSchema,
      fallbackMessage: NOT_REACHED,
    });
    if (!response.ok) return response;
    const lifeMs = Math.min(TOKEN_MS, Math.max(MINUTE_MS, response.value.expires_in * 1000 - MINUTE_MS));
    const fetched = { token: response.value.access_token, lifeMs };
    await shared.write(fetched);
    return success(fetched);
  }

  return async function call<T>(one: Call<T>): Promise<Result<T | DarajaError>> {
    for (let refused: string | undefined; ; ) {
      const access = await tokenOtherThan(refused);
      // There is no token, so nothing was sent.
      if (!access.ok) return failure(0, access.message);
      const response = await requestJson<T | DarajaError>({
        ...{ service: "mpesa", op: one.op, base: url, path: one.path, method: "POST", body: one.body },
        headers: { Authorization: `Bearer ${access.value}` },
        schema: one.schema,
        otherSchema: errorSchema,
        reads5xx: true,
        fallbackMessage: NOT_REACHED,
      });
      if (refused !== undefined || !isTokenError(response)) return response;
      refused = access.value;
    }
  };
}

function isTokenError(response: Result<unknown>): boolean {
  const error = response.ok ? errorSchema.safeParse(response.value).data : undefined;
  return error !== undefined && TOKEN_CODES.includes(error.errorCode);
}

/** An access token, and for how many milliseconds it may still be used. */
export type AccessToken = { token: string; lifeMs: number };

const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "daraja token", 32)));

/**
 * Returns functions that read and write the access token that all processes share in Redis, encrypted with APP_SECRET. If Redis
 * is not configured or unavailable, `read` returns undefined and `write` does nothing, both within 200 ms.
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
