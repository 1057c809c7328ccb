import { useLocation, useNavigation } from "@remix-run/react";

const DASHBOARD = "/dashboard";

/** Whether the dashboard has been asked for and is not here yet. It is, where a name's DNS lies over it. */
export function useIsDashboardComing(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === DASHBOARD && !/^\/dashboard($|\/domains)/.test(pathname);
}
