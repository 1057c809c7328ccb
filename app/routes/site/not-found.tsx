import { data, type MetaFunction } from "@remix-run/node";
import { useRouteError } from "@remix-run/react";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Not Found", description: "There is no page at this address.", isHidden: true });

export function loader() {
  throw data(null, { status: 404 });
}

/** An action too: a form posted to an address that is gone gets a page, not an empty 405. */
export function action() {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}

/** Its own boundary, so that the frame around it stays as it was. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
}
