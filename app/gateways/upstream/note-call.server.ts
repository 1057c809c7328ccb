import { log } from "#app/log.server.ts";
import { upstreamSeconds } from "#app/metrics.server.ts";
import type { Why } from "./failure-kind.server.ts";

/** Whom the site calls, by the names in the log. */
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
];
// The alarm about a refused key compares with the value before, so there has to be one (Prometheus, "Instrumentation").
for (const service of SERVICES) upstreamSeconds.zero({ service, kind: "key" });

/** How a call ended: whom we called for what, in how many ms, and where it brought nothing why. */
type Call = {
  service: string;
  op?: string;
  host: string;
  status?: number;
  ms: number;
  attempt?: number;
} & Partial<Why>;

/** Writes the one line of a call to a provider, and counts it. */
export function noteCall(level: "info" | "warn" | "error", upstream: Call): void {
  log[level]({ upstream }, "upstream");
  upstreamSeconds.observe({ service: upstream.service, kind: upstream.kind ?? "ok" }, upstream.ms / 1000);
}
