import type { ReactNode } from "react";
import { NameHead } from "#app/routes/dashboard/ui/name-head.tsx";

type ZonePageProps = {
  domain: string;
  display: string;
  hasZone?: boolean;
  children: ReactNode;
};

/** The frame of every page about a domain's zone. */
export function ZonePage({ domain, display, hasZone = true, children }: ZonePageProps) {
  const title = (
    <>
      DNS for <span translate="no">{display}</span>
    </>
  );
  return (
    <div className="page sheet app flow">
      <NameHead {...{ domain, display, title, hasZone }} />
      {children}
    </div>
  );
}
