import { textIn } from "./reply.server.ts";

/** Why a call failed, for the log: the kind of failure, and the system's or the provider's code. */
export type FailureReason = { kind: FailureKind; code?: string };

/**
 * The kinds of failure. `name`: the host name does not resolve. `refused`: connection refused. `unreachable`: no route. `tls`:
 * certificate or handshake. `cut`: connection lost. `status`: an error status. `key`: the key was refused. `reply`: the reply
 * is unreadable. `left alone`: the breaker is open. `not asked`: not sent.
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

/** Certificate errors have many codes (OpenSSL's X509_V_ERR_…, Node's ERR_TLS_…). */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|INVALID_|PATH_LENGTH|ERROR_IN_CERT)/;

/**
 * Returns the kind and code of a failed fetch or connection. Leaves out the message, which may contain a URL or a
 * key.
 */
export function failureOf(error: unknown): FailureReason {
  const code = safeCode(codeOf(error) ?? (error instanceof Error ? error.name : undefined));
  if (code === undefined) return { kind: "other" };
  return { kind: KINDS[code] ?? (TLS.test(code) ? "tls" : "other"), code };
}

/** Returns the code of a failed connection, which fetch puts into the cause. */
export function codeOf(error: unknown): string | undefined {
  return textIn(error instanceof Error ? error.cause : undefined, "code") ?? textIn(error, "code");
}

/** Returns the code if it may be logged: a name or a number, never free text or an address. */
export function safeCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w.-]{1,40}$/.test(code) ? code : undefined;
}
