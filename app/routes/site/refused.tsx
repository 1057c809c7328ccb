import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";

const REFUSED = { title: "Not accepted", description: "This request was not accepted.", isHidden: true };
const NO_PAGE = { title: "Not Found", description: "There is no page at this address.", isHidden: true };

export const handle = { hydrate: "never" };

export const meta: MetaFunction = ({ matches, error }) =>
  pageMeta(matches, isRouteErrorResponse(error) && error.status === 404 ? NO_PAGE : REFUSED);

/** Renders requests that the server's guard rejected inside the site's layout. A direct visit is a 404. */
export function loader({ context }: LoaderFunctionArgs) {
  throw data({ reference: context?.requestId }, { status: context?.rejectedStatus ?? 404 });
}

export default function RefusedPage() {
  return null;
}

/** Its own boundary, or the page would have no title. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
}
