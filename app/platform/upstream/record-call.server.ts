import { log } from "../log.server.ts";
import { upstreamSeconds } from "../metrics.server.ts";
import type { FailureReason } from "./failure-kind.server.ts";

/** The services that the site calls, as the log names them. */
export const SERVICES = [
  "registrar",
  "registrar-account",
  "registrar-suggest",
  "dns",
  "public-dns",
  "whois",
  "contact",
  "projects",
  "mail",
  "newsletter",
  "stride-mail",
  "bot-check",
  "mpesa",
  "whm",
];
// The alert on refused keys needs a previous value to compare with (Prometheus, "Instrumentation").
for (const service of SERVICES) upstreamSeconds.zero({ service, kind: "key" });

/** A finished call: the service and operation, `ms`, and the failure if it failed. */
type Call = {
  service: string;
  op?: string;
  host: string;
  status?: number;
  ms: number;
  attempt?: number;
} & Partial<FailureReason>;

/** Logs a call to a provider and records its duration. */
export function recordCall(level: "info" | "warn" | "error", upstream: Call): void {
  log[level]({ upstream }, "upstream");
  upstreamSeconds.observe({ service: upstream.service, kind: upstream.kind ?? "ok" }, upstream.ms / 1000);
}
