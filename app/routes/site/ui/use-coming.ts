import { useLocation, useNavigation } from "@remix-run/react";

/** Pages that are awaited with a skeleton: address, addresses that lie over it, and the words beside the skeleton. */
const PAGES = [
  ["/dashboard", /^\/dashboard($|\/domains)/, ""],
  ["/projects", /^\/projects/, "Loading projects..."],
] as const;

/** What stands beside the skeleton of a page that was asked for and is not here yet; undefined when there is none to show. */
export function useComing(): string | undefined {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading") return undefined;
  return PAGES.find(([path, over]) => location.pathname === path && !over.test(pathname))?.[2];
}
