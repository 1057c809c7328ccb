import { z } from "zod";

/** RFC 6750, 2.1: characters allowed after "Bearer". */
const BEARER = /^[\w.~+/-]+=*$/;
/** RFC 7515, 7.1: three parts in base64url. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Characters. Proxies in front of the auth service reject a header line above 8 KB. */
const LONGEST_TOKEN = 8000;

/**
 * The fields of a session cookie, checked before the auth service's client reads it. Other fields are removed: the client rejects
 * a promise that nobody awaits if a field has an unexpected type, which ends the process.
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
  if (!text.startsWith(PREFIX)) return undefined;
  try {
    const session: unknown = JSON.parse(Buffer.from(text.slice(PREFIX.length), "base64url").toString());
    return sessionSchema.safeParse(session).data;
  } catch {
    return undefined;
  }
}

/** Serialises a session for `readSession`. */
export function writeSession(session: Session): string {
  return PREFIX + Buffer.from(JSON.stringify(session)).toString("base64url");
}
