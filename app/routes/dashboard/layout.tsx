import { Outlet, useRouteError } from "@remix-run/react";
import { DASHBOARD } from "#app/ui/feedback/error-page.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import css from "./ui/own-pages.css?url";

/** Marks the pages of an account, to which `site/ui/frame.tsx` gives the account navigation and a short footer. */
export const handle = { isOwn: true };

/** Their style sheet, besides the inlined one of every page. */
export const links = () => [{ rel: "stylesheet", href: css }];

export default function AccountLayout() {
  return <Outlet />;
}

/** Shows errors inside the account, with a link to the dashboard. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} home={DASHBOARD} />;
}
