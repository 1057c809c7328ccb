import {
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  type IBreaker,
  isBrokenCircuitError,
} from "cockatiel";
import { env } from "../env.server.ts";
import { measure } from "../metrics.server.ts";
import { monotonicMs } from "../text/monotonic-clock.ts";
import { deadlineMs } from "./deadlines.server.ts";

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 20_000;

type Outcome = { isOutage: boolean };

/** Opens at the fifth failure in a row within 30 seconds. */
class FailuresInARow implements IBreaker {
  state: number[] = [];

  success() {
    this.state = [];
  }

  failure() {
    const now = monotonicMs.now();
    this.state = [...this.state.filter((at) => now - at < deadlineMs("failuresInARow")), now];
    return this.state.length >= FAILURES_TO_OPEN;
  }
}

const breakers = new Map<string, CircuitBreakerPolicy>();
const openedAt = new WeakMap<CircuitBreakerPolicy, number>();

/** The states are computed at each scrape, because a service may have several addresses, and a breaker may be replaced. */
measure({
  name: "mtandao_circuits_open",
  help: "How many addresses of a provider are left alone because they have been down",
  labelNames: ["service"],
  collect() {
    this.reset();
    for (const [service, { state }] of breakers) {
      const [name = ""] = service.split(" ", 1);
      this.inc({ service: name }, state === CircuitState.Closed ? 0 : 1);
    }
  },
});

/**
 * Runs a call, or returns null at once if the service's breaker is open. It opens for 20 seconds after five calls in
 * a row with `isOutage`; then one call tries again. Source: docs/product/limits-and-outages.md, "When a provider fails".
 */
export async function withBreaker<T extends Outcome>(service: string, call: () => Promise<T>): Promise<T | null> {
  // In the sandbox one tester's magic words must not affect others.
  if (env.isSandbox) return call();
  const breaker = breakers.get(service) ?? newBreaker();
  breakers.set(service, breaker);
  // Cockatiel would queue calls behind the trial call; visitors get an immediate failure.
  if (breaker.state === CircuitState.HalfOpen) return null;
  try {
    return await breaker.execute(call);
  } catch (error) {
    if (!isBrokenCircuitError(error)) throw error;
    // Cockatiel uses the system clock: if that clock is set back, the breaker would stay open until the clock catches up.
    if (monotonicMs.now() - (openedAt.get(breaker) ?? 0) > OPEN_MS) breakers.delete(service);
    return null;
  }
}

function newBreaker() {
  const made = circuitBreaker(handleWhenResult(isOutage), { halfOpenAfter: OPEN_MS, breaker: new FailuresInARow() });
  made.onBreak(() => openedAt.set(made, monotonicMs.now()));
  return made;
}

function isOutage(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "isOutage" in outcome && outcome.isOutage === true;
}
