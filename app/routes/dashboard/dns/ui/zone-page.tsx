import type { ReactNode } from "react";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";

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
