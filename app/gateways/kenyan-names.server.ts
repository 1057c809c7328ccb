import { LRUCache } from "lru-cache";
import { recordsFor } from "#app/model/dns/resolution.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { type BudgetSize, createBudget, type Purpose } from "./budget.server.ts";
import { type createPublicDns, publicDns } from "./public-dns.server.ts";
import { type createWhois, keWhois } from "./whois.server.ts";

const FRESH_MS = 10 * 60_000;
const MAX_NAMES = 5000;
/** Public resolvers take far more; this is for names, each asked of both. */
const PER_MINUTE: BudgetSize = { all: 300, suggestions: 200, reserve: 50 };

/**
 * What is known of a name. "used": it is delegated, so somebody has it. "unused": it is not, and somebody may hold
 * it all the same. "not-found": nor has the registry a record of it.
 */
type NameUse = "used" | "unused" | "not-found";

/** Nobody was asked: what the asking was for had no budget left. */
class OverBudget extends Error {
  override name = "OverBudget";
  constructor(readonly purpose: Purpose) {
    super("over budget");
  }
}

type KenyanNamesOptions = {
  dns: Pick<ReturnType<typeof createPublicDns>, "lookUp">;
  whois?: ReturnType<typeof createWhois> | undefined;
  perMinute?: BudgetSize;
};

/** Names that no provider can check for us: public resolvers know whether one is used, the registry whether it has a Kenyan one. */
export function createKenyanNames({ dns, whois, perMinute = PER_MINUTE }: KenyanNamesOptions) {
  const budget = createBudget("kenyan-names", perMinute);
  const uses = new LRUCache<string, "used" | "unused", Purpose>({
    max: MAX_NAMES,
    ttl: FRESH_MS,
    perf: monotonicMs,
    fetchMethod: async (name, _old, { context: purpose }) => {
      if ((await budget.take(purpose)) !== null) throw new OverBudget(purpose);
      return ask(name);
    },
  });

  /** What is undefined is not remembered: no resolver could say anything of the name. */
  async function ask(name: string): Promise<"used" | "unused" | undefined> {
    const question = { name, type: "NS" };
    const sights = await dns.lookUp(question);
    const answers = sights.flatMap(({ answer }) => (answer && answer.outcome !== "failed" ? answer : []));
    if (answers.some((answer) => recordsFor(question, answer).some(({ type }) => type === "NS"))) return "used";
    return answers.length > 0 ? "unused" : undefined;
  }

  /** Of many who ask for one name at once, one takes from the budget. */
  async function findUse(domain: string, purpose: Purpose): Promise<"used" | "unused" | undefined> {
    try {
      return await uses.fetch(domain, { context: purpose });
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      // What somebody typed may have joined an idea of ours, which had no budget left; its own has.
      return error.purpose === purpose ? undefined : findUse(domain, purpose);
    }
  }

  /**
   * What is known of a name in lower-case ASCII, within six seconds; undefined when nothing could be found out. Never throws.
   * Remembered for ten minutes. The registry is asked for what somebody typed alone, and when `admit` lets whoever asks.
   * Source: docs/product.md, "Kenyan names".
   */
  return async function lookUpUse(
    domain: string,
    purpose: Purpose,
    admit?: () => Promise<boolean>,
  ): Promise<NameUse | undefined> {
    const use = await findUse(domain, purpose);
    if (use !== "unused" || purpose !== "typed" || !domain.endsWith(".ke")) return use;
    const said = await whois?.(domain, admit);
    return said === "registered" ? "used" : said === "not-found" ? said : use;
  };
}

/** What is known of a name; see createKenyanNames. */
export const lookUpUse = createKenyanNames({ dns: publicDns, whois: keWhois });
