import { useLocation, useNavigation } from "@remix-run/react";

const DASHBOARD = "/dashboard";

/** Whether the dashboard has been asked for from outside, and is not here yet. Pages below it may lie over it. */
export function useIsDashboardComing(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === DASHBOARD && !pathname.startsWith(DASHBOARD);
}
