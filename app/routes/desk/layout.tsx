import { Outlet, useRouteError } from "@remix-run/react";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import dashboardCss from "#app/ui/styles/dashboard.css?url";
import deskCss from "#app/ui/styles/desk.css?url";
import { DeskFrame } from "./ui/desk-frame.tsx";

/**
 * `isOwn`: pages link the common style sheet as a file instead of including it, because staff open many pages. No page of the
 * desk has scripts.
 */
export const handle = { isOwn: true, hydrate: "never" };

export const links = () => [dashboardCss, deskCss].map((href) => ({ rel: "stylesheet", href }));

export default function DeskLayout() {
  return (
    <DeskFrame>
      <Outlet />
    </DeskFrame>
  );
}

/** Shows errors inside the desk. Visitors who are not staff never see it (app/accounts/staff.server.ts). */
export function ErrorBoundary() {
  return (
    <DeskFrame>
      <FailurePage error={useRouteError()} home={{ to: "/desk", label: "Work list" }} />
    </DeskFrame>
  );
}
