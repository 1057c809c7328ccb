import { z } from "zod";

/** RFC 6750, 2.1: what may follow "Bearer" in a header. Anything else is a request that cannot be sent. */
const BEARER = /^[\w.~+/-]+=*$/;
/** RFC 7515, 7.1: three parts in base64url. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Characters. A gateway in front of the auth service refuses a header line above 8 KB with a page that is no answer of that service. */
const LONGEST_TOKEN = 8000;

/**
 * What a session's cookie must hold before the auth service's client gets to see it. Other fields are left out: that client
 * rejects a promise that nobody waits for where a field is of another type than it thinks, which ends the process.
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

/** The session in the text of a cookie, its pieces joined; undefined where there is none. Nobody has proved that it is real. */
export function readSession(text: string): Session | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  try {
    const session: unknown = JSON.parse(Buffer.from(text.slice(PREFIX.length), "base64url").toString());
    return sessionSchema.safeParse(session).data;
  } catch {
    return undefined;
  }
}

/** The text of a cookie that holds a session, as `readSession` reads it. */
export function writeSession(session: Session): string {
  return PREFIX + Buffer.from(JSON.stringify(session)).toString("base64url");
}
