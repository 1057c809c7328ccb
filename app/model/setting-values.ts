/** A mail server as its setting names it. */
export type SmtpUrl = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); else it is begun with STARTTLS. */
  isSecure: boolean;
  auth: { user: string; pass: string } | undefined;
};

const SMTP_PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; what is odd in user or password is written as in any address (%40).
 * Undefined for anything else: a path or a question behind it would be a wish that nobody hears.
 */
export function readSmtpUrl(text: string): SmtpUrl | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = url && SMTP_PORTS[url.protocol];
  if (!url || port === undefined || url.hostname === "") return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "") return undefined;
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if ((user === "") !== (pass === "")) return undefined;
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || port,
      isSecure: url.protocol === "smtps:",
      auth: user === "" ? undefined : { user, pass },
    };
  } catch {
    return undefined;
  }
}

/** What stands between commas. */
export function listIn(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean);
}

export function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** `redis://:password@host:6379`, or `rediss://…` with TLS, and the number of a database behind it. */
export function isRedis(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isAddress = /^rediss?:$/.test(protocol) && hostname !== "" && /^(\/\d{0,2})?$/.test(pathname);
  // A % that stands for itself is written as %25.
  return isAddress && search + hash === "" && !/%(?![0-9a-f]{2})/i.test(username + password);
}

export function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}

export function isName(text: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(text);
}

/** A name with a dot, and a port if it is not the usual one. An address in numbers is none: it has no certificate. */
export function isHost(text: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:\d{1,5})?$/i.test(text) && URL.canParse(`https://${text}`);
}

export function originOf(host: string): string {
  return new URL(`https://${host}`).origin;
}
