import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { mayWrite, requireStaff } from "#app/accounts/staff.server.ts";
import { countWaiting } from "#app/desk/work-rows.table.server.ts";
import { PRICED_PLANS } from "#app/services/service-price.ts";
import { ErrorPage } from "#app/ui/feedback/error-page.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import dashboardCss from "#app/ui/styles/dashboard.css?url";
import deskCss from "#app/ui/styles/desk.css?url";
import { DeskFrame } from "./ui/desk-frame.tsx";

/**
 * `isOwn`: pages link the common style sheet as a file instead of including it, because staff open many pages. No page of the
 * desk hydrates; its scripts are in ui/desk-keys.tsx and beside what they serve.
 */
export const handle = { isOwn: true, hydrate: "never" };

export const links = () => [dashboardCss, deskCss].map((href) => ({ rel: "stylesheet", href }));

/**
 * Returns whether this member of staff sees forms, and how much waits in each area, for the navigation; nothing of that if the
 * database fails, because no page needs it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireStaff(request, context);
  return { counts: await countWaiting(PRICED_PLANS), mayWrite: mayWrite(email) };
}

export default function DeskLayout() {
  return (
    <DeskFrame counts={useLoaderData<typeof loader>().counts}>
      <Outlet />
    </DeskFrame>
  );
}

/** Shows errors inside the desk. Visitors who are not staff never see it (app/accounts/staff.server.ts). */
export function ErrorBoundary() {
  const error = useRouteError();
  const home = { to: "/desk", label: "Work list" };
  const isRefused = isRouteErrorResponse(error) && error.status === 403;
  return (
    <DeskFrame>
      {isRefused ? (
        <ErrorPage title="You may read" text={String(error.data?.message)} home={home} />
      ) : (
        <FailurePage error={error} home={home} />
      )}
    </DeskFrame>
  );
}
