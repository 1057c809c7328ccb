import { z } from "zod";

/** RFC 6750, 2.1: characters allowed after "Bearer". */
const BEARER = /^[\w.~+/-]+=*$/;
/** RFC 7515, 7.1: three parts in base64url. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/**
 * Characters. Proxies reject a header line above 8 KB, and one line holds all cookies: with a token of this length, which
 * base64 makes a third longer, the session takes less than 6 KB of it.
 */
const LONGEST_TOKEN = 4000;

/**
 * The fields of a session cookie, checked before the auth service's client reads it. Other fields are removed: the client
 * rejects a promise that nobody awaits if a field has an unexpected type, which ends the process.
 */
const sessionSchema = z.object({
  access_token: z.string().max(LONGEST_TOKEN).regex(JWT),
  refresh_token: z.string().max(LONGEST_TOKEN).regex(BEARER),
  /** Seconds since 1970. */
  expires_at: z.int().positive(),
  user: z.object({ id: z.string().min(1) }),
});
type Session = z.infer<typeof sessionSchema>;

const PREFIX = "base64-";

/** Parses the joined chunks of a session cookie; undefined if invalid. The session is not authenticated yet. */
export function readSession(text: string): Session | undefined {
  return text.startsWith(PREFIX) ? sessionSchema.safeParse(parseJson(text.slice(PREFIX.length))).data : undefined;
}

/** Returns whether a session of the auth service fits into the cookies. */
export function fitsCookies(session: unknown): boolean {
  return sessionSchema.safeParse(session).success;
}

/** Serialises a session for `readSession`. */
export function writeSession(session: Session): string {
  return PREFIX + Buffer.from(JSON.stringify(session)).toString("base64url");
}

/** The claims of an access token that the site reads (Supabase Auth, "JWT claims reference"). */
const claimsSchema = z
  .object({ session_id: z.guid(), sub: z.guid() })
  .transform(({ session_id, sub }) => ({ sessionId: session_id, userId: sub }));
export type SessionClaims = z.infer<typeof claimsSchema>;

/**
 * Returns the session and the user that an access token names; undefined if the token does not name both. The signature is not
 * verified.
 */
export function claimsOf(accessToken: string): SessionClaims | undefined {
  return claimsSchema.safeParse(parseJson(accessToken.split(".")[1] ?? "")).data;
}

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString());
  } catch {
    return undefined;
  }
}
