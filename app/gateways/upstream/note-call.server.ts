import { log } from "#app/log.server.ts";
import { upstreamSeconds } from "#app/metrics.server.ts";
import type { Why } from "./failure-kind.server.ts";

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
