import { fetch } from "undici";
import { z } from "zod";
import { attemptCall, type Outcome } from "#app/platform/upstream/attempt.api.server.ts";
import type { UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { deadline, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import type { FailureKind, FailureReason } from "#app/platform/upstream/failure-kind.server.ts";
import { bad, type Finding } from "./report.server.ts";

/** Longer than for a visitor's page: the doctor calls all services at once, and no visitor waits. */
export const DNS_DEADLINES = { attempt: "doctorResolverAttempt", total: "doctorResolvers" } as const;

type Call<T> = Pick<UpstreamCall<T>, "base"> & Partial<UpstreamCall<T>> & Pick<UpstreamCall<T>, "schema">;

/** Calls a service as a gateway does, but once, for at most 6 s, and without log line and breaker. Never throws. */
export function tryCall<T>({ path = [], method = "GET", ...call }: Call<T>): Promise<Outcome<T>> {
  return attemptCall(
    { service: "", op: "", fallbackMessage: "No answer", ...call, path, method },
    deadlineMs("doctorCall"),
  );
}

/** Returns whether the URL responds, with any status. OPTIONS changes nothing (RFC 9110, 9.2.1). Never throws. */
export async function probe(base: string, more: Partial<UpstreamCall<unknown>> = {}) {
  const { result, why } = await tryCall({ base, method: "OPTIONS", schema: z.unknown(), ...more });
  return { hasResponded: result.ok || result.status !== 0, status: result.ok ? 200 : result.status, why };
}

/** Returns the status and two headers of a response, without following a redirect. Throws as fetch does. */
export async function readHead(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers, redirect: "manual", signal: deadline("doctorCall") });
  // Not awaited: the body is not needed.
  response.body?.cancel().catch(() => {});
  return { status: response.status, date: response.headers.get("Date"), location: response.headers.get("Location") };
}

const ADVICE: Partial<Record<FailureKind, (setting: string) => string>> = {
  name: (setting) => `Look for a slip in ${setting}; if it is right, at this machine's resolver.`,
  refused: (setting) => `Look at host and port in ${setting}, and whether the service runs.`,
  unreachable: (setting) => `Look at ${setting}, and at the firewall between here and there.`,
  tls: (setting) => `Renew its certificate, or write in ${setting} the name that it is for.`,
  timeout: (setting) => `See whether the service of ${setting} is slow or down, or a firewall swallows what is sent.`,
  key: (setting) => `Copy the key into ${setting} anew, and look at what it may do.`,
  reply: (setting) => `See whether ${setting} leads to the service itself, and not to a page in front of it.`,
};

const CAUSES: Partial<Record<FailureKind, string>> = {
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

/**
 * Describes a failed call: the host, the cause with its code, and advice about the setting. `status` is 0 without a response.
 */
export function failureFinding(setting: string, url: string, why: FailureReason | undefined, status = 0): Finding {
  const kind = status === 401 || status === 403 ? "key" : (why?.kind ?? "other");
  const code = [status > 0 ? `HTTP ${status}` : "", why?.code ?? ""].filter(Boolean).join(", ");
  const message = `${hostOf(url)}: ${CAUSES[kind] ?? "the call failed"}${code && ` (${code})`}.`;
  return bad(message, (ADVICE[kind] ?? ((name) => `Look at ${name} and at the service itself.`))(setting));
}

/** Returns only the host and port of a URL, because the rest may contain secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "It";
}
