import { parseDomainName } from "#app/domains/domain-name.ts";
import { wantedAt } from "#app/domains/order-url.ts";
import { formatKsh } from "#app/platform/money.ts";
import { namesWords } from "#app/platform/text/words.ts";
import type { Bought } from "./ui/sign-up-steps.tsx";

/** Returns what a visitor is about to order, for display. Takes the page to which they go after signing up. */
export function buysOf(goal: string | undefined): Bought | undefined {
  const { names, ksh } = wantedAt(goal);
  const shown = names.map(parseDomainName).flatMap((name) => (name.kind === "name" ? name.display : []));
  if (shown.length === 0) return undefined;
  return { names: namesWords(shown), ...(ksh !== undefined && { price: formatKsh(ksh) }) };
}
