import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Histogram, Registry } from "prom-client";

/** What this process counts and measures, for Prometheus (docs/operations.md). No label ever holds what somebody typed. */
export const metrics = new Registry();

const registers = [metrics];
/**
 * Seconds. The buckets surround the expected times and deadlines of the site: 0.1 for a page from the cache under load, 6 for a
 * write, 8 for a read, 10 for a page.
 */
const buckets = [0.005, 0.02, 0.1, 0.3, 1, 3, 6, 8, 10, 30];

export const replySeconds = new Histogram({
  name: "mtandao_reply_seconds",
  help: "How long replies took, by the route and the hundred of the status",
  labelNames: ["route", "method", "status"],
  buckets,
  registers,
});

export const pageCache = new Counter({
  name: "mtandao_page_cache_total",
  help: "Requests for pages that have been kept before, by whether the copy was still good",
  labelNames: ["had"],
  registers,
});

export const upstreamSeconds = new Histogram({
  name: "mtandao_upstream_seconds",
  help: "How long calls to providers took, by what came of them: ok, or the kind of trouble that the log names",
  labelNames: ["service", "kind"],
  buckets,
  registers,
});

export const securityEvents = new Counter({
  name: "mtandao_security_events_total",
  help: "Lines of the log that somebody may want to be told of, by what they are",
  labelNames: ["event"],
  registers,
});

export const limitsReached = new Counter({
  name: "mtandao_limits_reached_total",
  help: "How often a limit turned somebody away, by its name",
  labelNames: ["limit"],
  registers,
});

export const uncaughtErrors = new Counter({
  name: "mtandao_uncaught_errors_total",
  help: "Errors that nothing caught, by their kind: each is a fault of ours",
  labelNames: ["kind"],
  registers,
});
for (const kind of ["unhandled rejection", "uncaught exception"]) uncaughtErrors.inc({ kind }, 0);

export const waiting = new Gauge({
  name: "mtandao_waiting",
  help: "What waits in the database: mails and messages to be sent or failed, open orders, changes of DNS under way; some by how long",
  labelNames: ["what"],
  registers,
});

/** Orders and payments, by kind (docs/operations.md, "Payments"). */
export const backlog = {
  total: new Gauge({
    name: "mtandao_backlog",
    help: "Orders and payments that need a person or do not go on, by kind",
    labelNames: ["kind"],
    registers,
  }),
  oldestSeconds: new Gauge({
    name: "mtandao_backlog_oldest_seconds",
    help: "Age of the oldest entry of each kind of mtandao_backlog in seconds, 0 for an empty kind",
    labelNames: ["kind"],
    registers,
  }),
};

/** Starts to measure the process itself: processor, memory, the delay of the event loop. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: metrics, prefix: "mtandao_" });
}

/**
 * Registers a gauge whose value is read at each scrape. It replaces a gauge of the same name, which a module that is reloaded
 * in development has registered before.
 */
export function measure(about: GaugeConfiguration<string>): void {
  metrics.removeSingleMetric(about.name);
  new Gauge({ ...about, registers });
}
