import { Outlet, useRouteError } from "@remix-run/react";
import { DASHBOARD } from "#app/ui/feedback/error-page.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import css from "#app/ui/styles/dashboard.css?url";
import { AccountNav } from "./ui/account-nav.tsx";

/** Marks the pages of an account: `site/ui/frame.tsx` shows this navigation above them, and a short footer below. */
export const handle = { nav: AccountNav };

/** Their style sheet, besides the inlined one of every page. */
export const links = () => [{ rel: "stylesheet", href: css }];

export default function AccountLayout() {
  return <Outlet />;
}

/** Shows errors inside the account, with a link to the dashboard. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} home={DASHBOARD} />;
}
