import { useLocation, useNavigation } from "@remix-run/react";

const DASHBOARD = "/dashboard";

/** Whether the dashboard has been asked for from another page, and is not here yet. */
export function useIsDashboardComing(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === DASHBOARD && pathname !== DASHBOARD;
}
