import { z } from "zod";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { TOKEN_CODES } from "#app/model/payments/mpesa-results.ts";
import type { MpesaSettings } from "#app/model/payments/mpesa-settings.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { requestJson } from "../request-json.server.ts";
import type { UpstreamCall } from "../upstream/call.server.ts";

const MINUTE_MS = 60_000;
/** A token is valid for an hour. */
const TOKEN_MS = 50 * MINUTE_MS;
const NOT_REACHED = "M-PESA could not be reached.";

/** Daraja's error body. Several errors share one code. */
const errorSchema = z.object({ errorCode: z.coerce.string(), errorMessage: z.string().catch("") });
export type DarajaError = z.infer<typeof errorSchema>;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().catch(3599) });

type Call<T> = { op: string; path: string[]; body: object; schema: z.ZodType<T> };

/**
 * Returns a function that calls Daraja. Its error bodies are values, whatever their status. Each new access token invalidates the
 * one before, so two processes take each other's: on a token error the call is repeated once with a new token, which is safe because
 * the call was refused before it did anything. Source: Daraja documentation, "Authorization".
 */
export function createDarajaCaller(
  { url, key, secret }: Pick<MpesaSettings, "url" | "key" | "secret">,
  deadlines?: UpstreamCall<unknown>["deadlines"],
) {
  let known: { token: Promise<Result<string>>; until: number } | undefined;

  function token(): Promise<Result<string>> {
    if (known && monotonicMs.now() < known.until) return known.token;
    const fetched = fetchToken();
    const mine = { token: fetched, until: monotonicMs.now() + TOKEN_MS };
    known = mine;
    void fetched.then((result) => {
      if (!result.ok && known === mine) known = undefined;
    });
    return fetched;
  }

  async function fetchToken(): Promise<Result<string>> {
    const basic = Buffer.from(`${key}:${secret}`).toString("base64");
    const reply = await requestJson({
      ...{ service: "mpesa", op: "token", base: url, path: ["oauth", "v1", "generate"], method: "GET", deadlines },
      query: { grant_type: "client_credentials" },
      headers: { Authorization: `Basic ${basic}` },
      schema: tokenSchema,
      fallbackMessage: NOT_REACHED,
    });
    if (!reply.ok) return reply;
    const lifeMs = Math.min(TOKEN_MS, Math.max(MINUTE_MS, reply.value.expires_in * 1000 - MINUTE_MS));
    if (known) known.until = Math.min(known.until, monotonicMs.now() + lifeMs);
    return success(reply.value.access_token);
  }

  return async function call<T>(one: Call<T>): Promise<Result<T | DarajaError>> {
    for (let isRetry = false; ; isRetry = true) {
      const access = await token();
      // Without a token nothing was sent.
      if (!access.ok) return failure(0, access.message);
      const used = known;
      const reply = await requestJson<T | DarajaError>({
        ...{ service: "mpesa", op: one.op, base: url, path: one.path, method: "POST", body: one.body, deadlines },
        headers: { Authorization: `Bearer ${access.value}` },
        schema: one.schema,
        otherSchema: errorSchema,
        reads5xx: true,
        fallbackMessage: NOT_REACHED,
      });
      if (isRetry || !isTokenError(reply)) return reply;
      if (known === used) known = undefined;
    }
  };
}

function isTokenError(reply: Result<unknown>): boolean {
  const error = reply.ok ? errorSchema.safeParse(reply.value).data : undefined;
  return error !== undefined && TOKEN_CODES.includes(error.errorCode);
}
