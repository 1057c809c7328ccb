import { useNavigation } from "@remix-run/react";

/** Whether a search for a name is under way. */
export function useIsSearching(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location?.pathname === "/domains" && new URLSearchParams(location.search).has("q");
}
