import { fetch } from "undici";
import { z } from "zod";
import { attemptCall, type Outcome } from "#app/gateways/upstream/attempt.server.ts";
import type { UpstreamCall } from "#app/gateways/upstream/call.server.ts";
import type { FailureKind, FailureReason } from "#app/gateways/upstream/failure-kind.server.ts";
import { bad, type Finding } from "./finding.server.ts";

export const PATIENCE_MS = 6000;
/** For a question to a public resolver: the doctor asks all services at once, and no visitor waits for it. */
export const DNS_DEADLINES = { attemptMs: 5000, totalMs: 5500 };

type Call<T> = Pick<UpstreamCall<T>, "base"> & Partial<UpstreamCall<T>> & Pick<UpstreamCall<T>, "schema">;

/** Calls a service once, as a gateway does, for 6 s at most: without its log line, its breaker and its second attempt. Never throws. */
export function tryCall<T>({ path = [], method = "GET", ...call }: Call<T>): Promise<Outcome<T>> {
  return attemptCall({ service: "", op: "", fallbackMessage: "No answer", ...call, path, method }, PATIENCE_MS);
}

/** Returns whether anything answers at the URL, with any status. OPTIONS changes nothing (RFC 9110, 9.2.1). */
export async function isAnswered(base: string, more: Partial<UpstreamCall<unknown>> = {}) {
  const { result, why } = await tryCall({ base, method: "OPTIONS", schema: z.unknown(), ...more });
  return { isAnswered: result.ok || result.status !== 0, status: result.ok ? 200 : result.status, why };
}

/** The head of a reply, which is not followed when it leads elsewhere. Throws as fetch does. */
export async function readHead(address: string, headers: Record<string, string> = {}) {
  const reply = await fetch(address, { headers, redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
  // Not waited for: nobody needs the rest of it.
  reply.body?.cancel().catch(() => {});
  return { status: reply.status, date: reply.headers.get("Date"), location: reply.headers.get("Location") };
}

const WHAT_TO_DO: Partial<Record<FailureKind, (setting: string) => string>> = {
  name: (setting) => `Look for a slip in ${setting}; if it is right, at this machine's resolver.`,
  refused: (setting) => `Look at host and port in ${setting}, and whether the service runs.`,
  unreachable: (setting) => `Look at ${setting}, and at the firewall between here and there.`,
  tls: (setting) => `Renew its certificate, or write in ${setting} the name that it is for.`,
  timeout: (setting) => `See whether the service of ${setting} is slow or down, or a firewall swallows what is sent.`,
  key: (setting) => `Copy the key into ${setting} anew, and look at what it may do.`,
  reply: (setting) => `See whether ${setting} leads to the service itself, and not to a page in front of it.`,
};

const SAID: Partial<Record<FailureKind, string>> = {
  name: "nobody has this name",
  refused: "nobody listens there",
  unreachable: "no way leads there",
  tls: "its certificate is not good, or it speaks no TLS",
  timeout: "it did not answer in time",
  cut: "the connection broke off",
  key: "it did not let us in",
  reply: "its answer cannot be read",
  status: "it said no",
};

/** What a failed call is in words: whom we asked, what came of it with the system's code, and what to do about the setting. */
export function troubleWith(setting: string, address: string, why: FailureReason | undefined, status = 0): Finding {
  const kind = status === 401 || status === 403 ? "key" : (why?.kind ?? "other");
  const code = [status > 0 ? `HTTP ${status}` : "", why?.code ?? ""].filter(Boolean).join(", ");
  const said = `${hostIn(address)}: ${SAID[kind] ?? "the call failed"}${code && ` (${code})`}.`;
  return bad(said, (WHAT_TO_DO[kind] ?? ((name) => `Look at ${name} and at the service itself.`))(setting));
}

/** Host and port, and nothing else of an address. */
export function hostIn(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "It";
}
