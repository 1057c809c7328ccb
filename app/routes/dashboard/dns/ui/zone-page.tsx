import type { ReactNode } from "react";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

type ZonePageProps = {
  domain: string;
  display: string;
  hasZone?: boolean;
  cameFrom?: string;
  children: ReactNode;
};

/** The layout of every page about a domain's zone. */
export function ZonePage({ domain, display, hasZone = true, cameFrom, children }: ZonePageProps) {
  return (
    <div className="page sheet app flow">
      <DomainHeader {...{ domain, display, hasZone, cameFrom }} />
      {children}
    </div>
  );
}

/** Shown in place of the form of a record that does not exist. */
export function RecordGone({ path }: { path: string }) {
  return (
    <Banner kind="warn" title="This record does not exist any more" titleAs="h2">
      <p>Somebody may have deleted it. The list below is up to date.</p>
      <p className="pt-2">
        <ButtonLink kind="alt" to={path}>
          Back to the records
        </ButtonLink>
      </p>
    </Banner>
  );
}
