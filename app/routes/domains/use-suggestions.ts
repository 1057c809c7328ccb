import { useEffect, useState } from "react";
import type { Suggestions } from "#app/model/suggestions.ts";
import { lookUpNames, type Shown, withoutChecking } from "./look-up-names.ts";

/**
 * Names close to what was searched or, once `typed` says something else, to that. They are checked as long as the page
 * is open, and given up when something else is typed.
 */
export function useSuggestions(given: Suggestions, typed: string | undefined): Shown {
  const [shown, setShown] = useState<Shown>(given);
  useEffect(() => {
    const leave = new AbortController();
    void lookUpNames({ given, typed, signal: leave.signal, show: setShown });
    return () => {
      leave.abort();
      setShown(withoutChecking);
    };
  }, [given, typed]);
  return shown;
}
