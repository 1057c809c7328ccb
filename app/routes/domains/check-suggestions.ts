import { wait } from "remix-utils/timers";
import type { DomainLookup } from "#app/domains/domain-lookup.ts";
import type { Suggestion, Suggestions } from "#app/domains/suggestions.ts";

/**
 * DEBOUNCE_MS: how long the input must be unchanged before suggestions are requested. PAUSE_MS: the pause between two checks.
 */
const DEBOUNCE_MS = 500;
const PAUSE_MS = 300;

export type SuggestedName = Suggestion & { lookup?: DomainLookup; isChecking?: boolean };
/** Suggestions for `about`, with the lookups so far. */
export type Shown = { about: string; names: SuggestedName[] };

type CheckOptions = {
  /** The suggestions that were loaded with the page. */
  given: Suggestions;
  /** The text of the search field, if it differs from the search: then its suggestions are requested. */
  typed: string | undefined;
  /** When aborted, nothing more is requested or shown. */
  signal: AbortSignal;
  show: (change: (shown: Shown) => Shown) => void;
};

/**
 * Shows suggestions and checks them one after another. Stops when the network or the server fails; the other names stay
 * unchecked. Source: docs/product/domains.md, "Suggestions".
 */
export async function checkSuggestions({ given, typed, signal, show }: CheckOptions): Promise<void> {
  try {
    const found = typed === undefined ? given : await findNames(typed, signal);
    if (!signal.aborted) show(() => found);
    for (const { name } of found.names) {
      if (signal.aborted) return;
      show(updateName(name, { isChecking: true }));
      const lookup: DomainLookup = await getJson(`/domains/check?name=${encodeURIComponent(name)}`, signal);
      show(updateName(name, { isChecking: false, lookup }));
      await wait(PAUSE_MS, { signal });
    }
  } catch {
    if (!signal.aborted) show(withoutChecking);
  }
}

/** Returns the suggestions without the spinner of a check that was stopped. */
export function withoutChecking(shown: Shown): Shown {
  return { ...shown, names: shown.names.map((row) => ({ ...row, isChecking: false })) };
}

async function findNames(typed: string, signal: AbortSignal): Promise<Suggestions> {
  await wait(DEBOUNCE_MS, { signal });
  if (typed.trim() === "") return { about: "", names: [] };
  return getJson(`/domains/suggestions?q=${encodeURIComponent(typed)}`, signal);
}

/** Throws when the network fails, for an error status, and when aborted. */
async function getJson<T>(url: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

function updateName(name: string, about: Partial<SuggestedName>) {
  return (shown: Shown): Shown => ({
    ...shown,
    names: shown.names.map((row) => (row.name === name ? { ...row, ...about } : row)),
  });
}
