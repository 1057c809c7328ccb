import { useNavigation } from "@remix-run/react";
import { useEffect, useReducer } from "react";

/** Whether a search for a name is under way. */
export function useIsSearching(): boolean {
  return useNameSearched() !== null;
}

/** The query that is being searched, as typed; null if none is. */
export function useNameSearched(): string | null {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === "/domains" ? new URLSearchParams(location.search).get("q") : null;
}

/** Whether several names are being checked. */
export function useIsChecking(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === "/domains/board";
}

/**
 * Counts Back and Forward navigations between pages, so that a filter field can take the URL's value again. The URL alone does
 * not show such navigations, because Back and Forward can both happen before React renders, and then no prop has changed.
 */
export function useHistoryNavigations(): number {
  const [navigations, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const onPopState = () => !location.hash && count();
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);
  return navigations;
}
