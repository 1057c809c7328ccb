import { Outlet, useRouteError } from "@remix-run/react";
import { DASHBOARD } from "#app/ui/feedback/error-page.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import css from "#app/ui/styles/dashboard.css?url";

/** A customer's own pages: `site/ui/frame.tsx` gives them the line of links of the account, and a short footer. */
export const handle = { isOwn: true };

/** Their style sheet, beside the one that every page carries in itself. */
export const links = () => [{ rel: "stylesheet", href: css }];

export default function OwnPages() {
  return <Outlet />;
}

/** What fails within the account stays there, and leads back to its first page. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} home={DASHBOARD} />;
}
