import { connect } from "node:net";
import { LRUCache } from "lru-cache";
import { env } from "#app/platform/env.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { withBreaker } from "#app/platform/upstream/breaker.server.ts";
import { type BudgetSize, createBudget } from "#app/platform/upstream/budget.server.ts";
import { type DeadlineName, deadline } from "#app/platform/upstream/deadlines.server.ts";
import { type FailureReason, failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import { recordCall } from "#app/platform/upstream/record-call.server.ts";
import { readWhois, type WhoisLookup } from "./whois-text.ts";

const FRESH_MS = 10 * 60_000;
const MAX_ANSWERS = 5000;
/** A complete WHOIS record has some 5,000 characters. */
const MAX_CHARACTERS = 20_000;
/** WHOIS queries in a minute. Registries block frequent clients and do not publish their limit. */
const PER_MINUTE: BudgetSize = { all: 20, suggestions: 0, reserve: 0 };

type Admit = () => Promise<boolean>;
const letAll: Admit = async () => true;

type WhoisOptions = { host: string; port: number; deadlineName?: DeadlineName; perMinute?: BudgetSize };

/** Creates a client for one registry's WHOIS server (RFC 3912). Referrals are not followed. */
export function createWhois({ host, port, deadlineName = "whois", perMinute = PER_MINUTE }: WhoisOptions) {
  const budget = createBudget("whois", perMinute);
  const answers = new LRUCache<string, WhoisLookup, Admit>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    perf: monotonicMs,
    fetchMethod: (domain, _old, { context: admit }) => ask(domain, admit),
  });

  /** Undefined if no reply came; the cache does not keep undefined. */
  async function ask(domain: string, admit: Admit): Promise<WhoisLookup | undefined> {
    if (!(await admit()) || (await budget.take("typed")) !== null) return undefined;
    const start = performance.now();
    const outcome = await withBreaker(`whois ${host}:${port}`, () => attempt(domain));
    const text = outcome?.text;
    const why: FailureReason | undefined = outcome ? outcome.why : { kind: "left alone" };
    const ms = Math.round(performance.now() - start);
    recordCall(text === undefined ? "warn" : "info", { service: "whois", op: "look-up", host, ms, ...why });
    return text === undefined ? undefined : readWhois(text, domain);
  }

  async function attempt(domain: string): Promise<{ text?: string; isOutage: boolean; why?: FailureReason }> {
    try {
      const text = await read(domain);
      return text.trim() === "" ? { isOutage: true, why: { kind: "reply" } } : { text, isOutage: false };
    } catch (error) {
      return { isOutage: true, why: failureOf(error) };
    }
  }

  /** Reads the whole reply. Throws if it is too long or does not end in time. */
  async function read(domain: string): Promise<string> {
    const socket = connect({ host, port, signal: deadline(deadlineName) });
    socket.setEncoding("utf8").write(`${domain}\r\n`);
    let text = "";
    for await (const part of socket) {
      text += part;
      if (text.length > MAX_CHARACTERS) throw new Error("too long");
    }
    return text;
  }

  /**
   * Returns what the registry says of a name in lower-case ASCII; "unclear" if the text is ambiguous. Undefined if no
   * reply came within three seconds, the budget is used up, or `admit` refuses. `admit` is called only when the
   * registry would be asked. Never throws; cached for ten minutes.
   */
  return async function askRegistry(domain: string, admit: Admit = letAll): Promise<WhoisLookup | undefined> {
    if (!/^[a-z0-9.-]{1,253}$/.test(domain)) return undefined;
    return answers.fetch(domain, { context: admit });
  };
}

/** The Kenyan registry; undefined if not configured. */
export const keWhois = env.keWhois ? createWhois(env.keWhois) : undefined;
