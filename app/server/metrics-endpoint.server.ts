import { createServer, type Server } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { backlog, measureProcess, metrics, waiting } from "#app/platform/metrics.server.ts";
import { countPaymentBacklog, countWaiting } from "./housekeeping.server.ts";
import { listen } from "./listen.server.ts";

const LOOPBACK = "127.0.0.1";

/**
 * Serves /metrics for Prometheus on METRICS_PORT of the loopback address; without the setting, nothing. Returns how to close
 * it. Rejects with StartError if the port cannot be used.
 */
export async function openMetricsEndpoint(): Promise<() => void> {
  if (env.metricsPort === undefined) return () => undefined;
  const server: Server = createServer((req, res) => {
    if (req.url !== "/metrics" || req.method !== "GET") {
      res.writeHead(404).end();
      return;
    }
    collect().then(
      (text) => res.setHeader("Content-Type", metrics.contentType).end(text),
      (error) => {
        log.error({ err: error }, "metrics not collected");
        res.writeHead(500).end();
      },
    );
  });
  await listen(server, env.metricsPort, LOOPBACK, "METRICS_PORT");
  measureProcess();
  server.unref();
  return () => void server.close();
}

async function collect(): Promise<string> {
  const [counted, kinds] = await Promise.all([countWaiting(), countPaymentBacklog()]);
  // A queue that could not be counted is left out, instead of showing its previous number.
  for (const gauge of [waiting, backlog.total, backlog.oldestSeconds]) gauge.reset();
  for (const [what, count] of counted) waiting.set({ what }, count);
  for (const { kind, total, oldest_seconds } of kinds) {
    backlog.total.set({ kind }, total);
    backlog.oldestSeconds.set({ kind }, oldest_seconds);
  }
  return metrics.metrics();
}
