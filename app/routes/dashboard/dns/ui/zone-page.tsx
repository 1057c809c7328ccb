import type { ReactNode } from "react";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";

type ZonePageProps = {
  domain: string;
  display: string;
  hasZone?: boolean;
  children: ReactNode;
};

/** The layout of every page about a domain's zone. */
export function ZonePage({ domain, display, hasZone = true, children }: ZonePageProps) {
  const title = (
    <>
      DNS for <span translate="no">{display}</span>
    </>
  );
  return (
    <div className="page sheet app flow">
      <DomainHeader {...{ domain, display, title, hasZone }} />
      {children}
    </div>
  );
}
