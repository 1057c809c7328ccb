import { useEffect, useReducer } from "react";

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
