/** A mail server, parsed from its setting. */
export type SmtpUrl = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps), instead of STARTTLS. */
  isSecure: boolean;
  auth: { user: string; pass: string } | undefined;
};

const SMTP_PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`, with user and password percent-encoded. Undefined for any other URL.
 * A path or a query would have no effect. With two "@" a part of the password may be read as the host.
 */
export function readSmtpUrl(text: string): SmtpUrl | undefined {
  const url = URL.canParse(text) && text.split("@").length <= 2 ? new URL(text) : undefined;
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

/** Parses `host:43`. Undefined for any other text. */
export function readHostPort(text: string): { host: string; port: number } | undefined {
  const [, host = "", port] = /^([a-z0-9.-]{1,253}):(\d{1,5})$/i.exec(text) ?? [];
  return Number(port) <= 65535 ? { host, port: Number(port) } : undefined;
}

/** Splits a comma-separated list; drops empty parts. */
export function splitList(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean);
}

export function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Returns whether a text is `redis://:password@host:6379` or `rediss://…` (TLS), with an optional database number. */
export function isRedis(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isAddress = /^rediss?:$/.test(protocol) && hostname !== "" && /^(\/\d{0,2})?$/.test(pathname);
  // A literal % must be written as %25.
  return isAddress && search + hash === "" && !/%(?![0-9a-f]{2})/i.test(username + password);
}

export function isHttps(link: string): boolean {
  return URL.canParse(link) && new URL(link).protocol === "https:";
}

export function withoutTrailingSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}

export function isDomainName(text: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(text);
}

/**
 * Returns whether a text is a host name with a dot and an optional port. IP addresses are rejected: they have no certificate.
 */
export function isHost(text: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:\d{1,5})?$/i.test(text) && URL.canParse(`https://${text}`);
}

export function originOf(host: string): string {
  return new URL(`https://${host}`).origin;
}
