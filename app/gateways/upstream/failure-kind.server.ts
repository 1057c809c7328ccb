import { textIn } from "./reply.server.ts";

/** Why a call brought nothing, for the log: what kind of trouble, and the code by which the system or the provider names it. */
export type Why = { kind: FailureKind; code?: string };

/**
 * `name`: nobody has the host's name. `refused`: nobody listens there. `unreachable`: no way leads there. `tls`: the
 * certificate, or the talk about it. `cut`: the connection broke off. `status`: an answer that says no. `key`: one that does not
 * let us in. `reply`: an answer that cannot be read. `left alone`: not called, it has been down. `not asked`: we held it back ourselves.
 */
export type FailureKind =
  | "name"
  | "refused"
  | "unreachable"
  | "tls"
  | "timeout"
  | "cut"
  | "status"
  | "key"
  | "reply"
  | "left alone"
  | "not asked"
  | "other";

const KINDS: Record<string, FailureKind> = {
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  TimeoutError: "timeout",
  ECONNRESET: "cut",
  EPIPE: "cut",
  UND_ERR_SOCKET: "cut",
  EPROTO: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  HOSTNAME_MISMATCH: "tls",
};

/** With a certificate there is a code for each thing that can be wrong (OpenSSL's X509_V_ERR_…, Node's ERR_TLS_…). */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|INVALID_|PATH_LENGTH|ERROR_IN_CERT)/;

/** What a failed fetch or connection says of itself. Its message, which may hold an address or a key, stays out. */
export function failureOf(error: unknown): Why {
  const code = shownCode(codeOf(error) ?? (error instanceof Error ? error.name : undefined));
  if (code === undefined) return { kind: "other" };
  return { kind: KINDS[code] ?? (TLS.test(code) ? "tls" : "other"), code };
}

/** The code of a failed connection, which fetch hides in the cause. */
export function codeOf(error: unknown): string | undefined {
  return textIn(error instanceof Error ? error.cause : undefined, "code") ?? textIn(error, "code");
}

/** A code that may be written down: a name or a number, never words, an address or what somebody typed. */
export function shownCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w.-]{1,40}$/.test(code) ? code : undefined;
}
