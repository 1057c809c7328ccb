import { wait } from "remix-utils/timers";
import type { DomainLookup } from "#app/model/domain-lookup.ts";
import type { Suggestion, Suggestions } from "#app/model/suggestions.ts";

/** How long nothing must be typed before names are asked for, and how long between two that are checked. */
const DEBOUNCE_MS = 500;
const PAUSE_MS = 300;

export type SuggestedName = Suggestion & { answer?: DomainLookup; isChecking?: boolean };
/** Names close to `about`, with what is known of each so far. */
export type Shown = { about: string; names: SuggestedName[] };

type CheckOptions = {
  /** Names close to what was searched, as they came with the page. */
  given: Suggestions;
  /** What stands in the search field, if it is something else: then names are asked for. */
  typed: string | undefined;
  /** Aborted when neither is wanted any more: then nothing is asked or shown from there on. */
  signal: AbortSignal;
  show: (change: (shown: Shown) => Shown) => void;
};

/**
 * Shows names and checks them one after another. When the network fails or we refuse, it ends there, and the others stay
 * unchecked. Source: docs/product.md, "Suggestions".
 */
export async function checkSuggestions({ given, typed, signal, show }: CheckOptions): Promise<void> {
  try {
    const found = typed === undefined ? given : await findNames(typed, signal);
    if (!signal.aborted) show(() => found);
    for (const { name } of found.names) {
      if (signal.aborted) return;
      show(updateName(name, { isChecking: true }));
      const answer: DomainLookup = await getJson(`/domains/check?name=${encodeURIComponent(name)}`, signal);
      show(updateName(name, { isChecking: false, answer }));
      await wait(PAUSE_MS, { signal });
    }
  } catch {
    if (!signal.aborted) show(withoutChecking);
  }
}

/** What is left to show when a check was given up. */
export function withoutChecking(shown: Shown): Shown {
  return { ...shown, names: shown.names.map((row) => ({ ...row, isChecking: false })) };
}

async function findNames(typed: string, signal: AbortSignal): Promise<Suggestions> {
  await wait(DEBOUNCE_MS, { signal });
  if (typed.trim() === "") return { about: "", names: [] };
  return getJson(`/domains/suggestions?q=${encodeURIComponent(typed)}`, signal);
}

/** Throws when the network fails, when we refuse, and when it is no longer wanted. */
async function getJson<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

function updateName(name: string, about: Partial<SuggestedName>) {
  return (shown: Shown): Shown => ({
    ...shown,
    names: shown.names.map((row) => (row.name === name ? { ...row, ...about } : row)),
  });
}
