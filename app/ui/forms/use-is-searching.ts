import { useNavigation } from "@remix-run/react";

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
