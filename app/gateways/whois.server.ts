import { connect } from "node:net";
import { LRUCache } from "lru-cache";
import { env } from "#app/env.server.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { readWhois, type WhoisLookup } from "#app/model/whois-text.ts";
import { type BudgetSize, createBudget } from "./budget.server.ts";
import { throughBreaker } from "./upstream/breaker.server.ts";
import { failureOf, type Why } from "./upstream/failure-kind.server.ts";
import { noteCall } from "./upstream/note-call.server.ts";

const FRESH_MS = 10 * 60_000;
const MAX_ANSWERS = 5000;
const PATIENCE_MS = 3000;
/** A record with all its contacts and the registry's terms is some 5,000 characters. */
const MAX_CHARACTERS = 20_000;
/** Registries stop answering who asks much, and say nowhere how much that is. */
const PER_MINUTE: BudgetSize = { all: 20, suggestions: 0, reserve: 0 };

type Admit = () => Promise<boolean>;
const letAll: Admit = async () => true;

type WhoisOptions = { host: string; port: number; patienceMs?: number; perMinute?: BudgetSize };

/** A registry's WHOIS (RFC 3912), asked at one host and nowhere else: what an answer refers to is not followed. */
export function createWhois({ host, port, patienceMs = PATIENCE_MS, perMinute = PER_MINUTE }: WhoisOptions) {
  const budget = createBudget("whois", perMinute);
  const answers = new LRUCache<string, WhoisLookup, Admit>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    perf: monotonicMs,
    fetchMethod: (domain, _old, { context: admit }) => ask(domain, admit),
  });

  /** What is undefined is not remembered. */
  async function ask(domain: string, admit: Admit): Promise<WhoisLookup | undefined> {
    if (!(await admit()) || (await budget.take("typed")) !== null) return undefined;
    const start = performance.now();
    const outcome = await throughBreaker(`whois ${host}:${port}`, () => attempt(domain));
    const text = outcome?.text;
    const why: Why | undefined = outcome ? outcome.why : { kind: "left alone" };
    const ms = Math.round(performance.now() - start);
    noteCall(text === undefined ? "warn" : "info", { service: "whois", op: "look-up", host, ms, ...why });
    return text === undefined ? undefined : readWhois(text, domain);
  }

  async function attempt(domain: string): Promise<{ text?: string; isOutage: boolean; why?: Why }> {
    try {
      const text = await read(domain);
      return text.trim() === "" ? { isOutage: true, why: { kind: "reply" } } : { text, isOutage: false };
    } catch (error) {
      return { isOutage: true, why: failureOf(error) };
    }
  }

  /** The whole text; throws when it does not end in time, or is too long. */
  async function read(domain: string): Promise<string> {
    const socket = connect({ host, port, signal: AbortSignal.timeout(patienceMs) });
    socket.setEncoding("utf8").write(`${domain}\r\n`);
    let text = "";
    for await (const part of socket) {
      text += part;
      if (text.length > MAX_CHARACTERS) throw new Error("too long");
    }
    return text;
  }

  /**
   * What the registry clearly says of a name (lower-case ASCII): "unclear" for every text that does not; undefined when none
   * came within three seconds, the minute's questions are used up, or `admit` says that whoever asks had their share of them:
   * it is called when the registry would be asked, not for what is known. Never throws; remembered for ten minutes.
   */
  return async function askRegistry(domain: string, admit: Admit = letAll): Promise<WhoisLookup | undefined> {
    if (!/^[a-z0-9.-]{1,253}$/.test(domain)) return undefined;
    return answers.fetch(domain, { context: admit });
  };
}

/** The registry of the Kenyan names; undefined when the agency has not said where to ask it. */
export const keWhois = env.keWhois ? createWhois(env.keWhois) : undefined;
