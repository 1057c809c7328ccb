import { createServer, type Server } from "node:http";
import path from "node:path";
import * as build from "virtual:remix/server-build";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { backlog, measureProcess, metrics, uncaughtErrors, waiting } from "#app/platform/metrics.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { startBackgroundLoops } from "./background-loops.server.ts";
import { drain } from "./graceful-shutdown.server.ts";
import {
  closeRedis,
  countPaymentBacklog,
  countWaiting,
  missingMigrations,
  onPublicChange,
  openRedis,
} from "./housekeeping.server.ts";
import { createHttpServer, listen, StartError } from "./listen.server.ts";
import { PageCache } from "./page-cache.server.ts";
import { saveReleaseAssets } from "./previous-release-assets.server.ts";
import { createRequestHandler } from "./request-handler.server.ts";
import { createRouteOf } from "./route-of.server.ts";
import { createSite } from "./site.server.ts";
import { logStartup } from "./startup-log.server.ts";

const CLIENT_FOLDER = "build/client";
/** The sandbox keeps no previous releases: it is built where it runs. */
const RELEASES_FOLDER = env.isSandbox ? undefined : path.join(env.dataDir, "releases");

/**
 * Runs the site until SIGTERM or SIGINT. `afterwards` is called after the last request, or when the start fails.
 * Throws an error with one clear sentence when the port or a setting is unusable.
 */
export async function run(afterwards?: () => Promise<void>): Promise<Server> {
  const cache = new PageCache();
  const routeOf = createRouteOf(build.routes);
  const site = createSite({
    build,
    mode: "production",
    routeOf,
    cache,
    clientFolder: CLIENT_FOLDER,
    releasesFolder: RELEASES_FOLDER,
  });
  const server = createHttpServer(createRequestHandler({ site, cache, routeOf }));
  let closeMetrics = () => {};
  let stopLoops = async () => {};
  const close = async () => {
    closeMetrics();
    await stopLoops();
    closeRedis();
    await afterwards?.();
  };
  await checkSchema();
  onPublicChange(() => cache.markAllStale());
  await openRedis();
  if (RELEASES_FOLDER !== undefined) await saveReleaseAssets(CLIENT_FOLDER, RELEASES_FOLDER);
  try {
    closeMetrics = await openMetricsEndpoint();
    await listen(server, env.port, env.host);
  } catch (error) {
    await close();
    throw error;
  }
  stopLoops = startBackgroundLoops();
  logConsole();
  logStartup(`http://${env.host}:${env.port}`);
  let exitCode = 0;
  const stop = () => {
    // Before draining, so that the queues finish while the last requests do.
    void stopLoops();
    drain(server, close).then(
      () => process.exit(exitCode),
      (error) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
  handleUncaughtErrors(() => {
    exitCode = 1;
    stop();
  });
  return server;
}

/** Refuses to start when the database lacks migrations: some forms would fail and others work. */
async function checkSchema(): Promise<void> {
  const missing = env.isSandbox ? [] : await missingMigrations();
  if (missing.length === 0) return;
  throw new StartError(`The database lacks migrations of this version (${missing.join(", ")}): run supabase db push.`);
}

/**
 * Redirects console output of packages to the log, as JSON lines. Keeps only the first line of the first argument: the rest is
 * a stack, or may be personal data.
 */
function logConsole(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...args: unknown[]) => {
      const said = args[0] instanceof Error ? args[0].name : String(args[0]);
      // The auth client reports every expired session as an error; that is normal.
      log[said.startsWith("Auth") ? "info" : level]({ said: said.split("\n", 1)[0]?.slice(0, 200) }, "console");
    };
  }
}

/**
 * Handles uncaught errors. An unhandled rejection concerns one request and is only logged. After an uncaught exception the
 * state of the process is unknown: `stop` finishes open requests, and the process exits with 1 after at most 30 s.
 * Source: Node.js, "Process", events "unhandledRejection" and "uncaughtException".
 */
function handleUncaughtErrors(stop: () => void): void {
  process.on("unhandledRejection", (reason) => logError("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    logError("uncaught exception", error);
    setTimeout(() => process.exit(1), deadlineMs("exitAfterError")).unref();
    stop();
  });
}

function logError(kind: "unhandled rejection" | "uncaught exception", reason: unknown): void {
  uncaughtErrors.inc({ kind });
  // A value that is not an Error may contain user input.
  const err = reason instanceof Error ? reason : new Error(`not an error but of type ${typeof reason}`);
  log.error({ err }, kind);
}

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
