import { data } from "@remix-run/node";
import { useRouteError } from "@remix-run/react";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const meta = staticMeta({
  title: "Not Found",
  description: "There is no page at this address.",
  isHidden: true,
});

export function loader() {
  throw data(null, { status: 404 });
}

/** A form posted to an unknown URL gets a page, not an empty 405. */
export function action() {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}

/** This route has its own error boundary, so that the error page keeps the site's layout. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
}
