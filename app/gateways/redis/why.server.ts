import { failureOf, type Why } from "../upstream/failure-kind.server.ts";

/** What the client calls its own errors, by the name of their class: they have no code. */
const CLIENT: Record<string, Why> = {
  SocketClosedUnexpectedlyError: { kind: "cut" },
  ClientClosedError: { kind: "cut" },
  DisconnectsClientError: { kind: "cut" },
  ConnectionTimeoutError: { kind: "timeout" },
};

/** Answers that do not let us in; all others say no to what was asked ("OOM": it is full, "READONLY": it copies another). */
const KEY = new Set(["WRONGPASS", "NOAUTH", "NOPERM"]);

/** Why Redis failed, for the log: what it answered is told by the word in front, never by what stands behind. */
export function whyOf(error: unknown): Why {
  if (!(error instanceof Error)) return { kind: "other" };
  const code = /^([A-Z]{2,20}) /.exec(error.message)?.[1];
  if (code !== undefined) return { kind: KEY.has(code) ? "key" : "status", code };
  return CLIENT[error.constructor.name] ?? failureOf(error);
}
