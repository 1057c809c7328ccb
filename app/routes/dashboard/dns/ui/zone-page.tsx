import type { ReactNode } from "react";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";

type ZonePageProps = {
  domain: string;
  display: string;
  hasZone?: boolean;
  isBelow?: boolean;
  children: ReactNode;
};

/** The layout of every page about a domain's zone. */
export function ZonePage({ domain, display, hasZone = true, isBelow, children }: ZonePageProps) {
  return (
    <div className="page sheet app flow">
      <DomainHeader {...{ domain, display, hasZone, isBelow }} />
      {children}
    </div>
  );
}
