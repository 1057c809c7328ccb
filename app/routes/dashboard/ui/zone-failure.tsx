import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { DASHBOARD } from "#app/ui/feedback/error-page.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** The shared `ErrorBoundary` of a zone's pages. Somebody else's domain or job is shown as if it did not exist. */
export function ZoneFailure() {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404 && typeof error.data?.message === "string";
  if (!isUnknown) return <FailurePage error={error} home={DASHBOARD} />;
  return (
    <div className="page sheet">
      <Banner kind="neutral" titleAs="h1" title={error.data.message}>
        <p>It is not one of your names, or the address was mistyped.</p>
        <p className="pt-2">
          <ButtonLink to={DASHBOARD.to}>{DASHBOARD.label}</ButtonLink>
        </p>
      </Banner>
    </div>
  );
}
