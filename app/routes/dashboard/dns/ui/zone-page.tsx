import type { ReactNode } from "react";
import { DNS_TITLE } from "#app/routes/dashboard/ui/dns-title.ts";
import { NavLink } from "#app/ui/marks/link.tsx";

type ZonePageProps = {
  display: string;
  /** The address of the zone's records. */
  path: string;
  hasZone?: boolean;
  /** Beside the heading. */
  button?: ReactNode;
  children: ReactNode;
};

const PARTS = [
  ["", "Records"],
  ["/mail", "Mail"],
  ["/live", "Is it live?"],
  ["/history", "History"],
  ["/import", "Import and export"],
] as const;

/** The frame of every page about a domain's zone: whose zone it is, and the way to its other pages. */
export function ZonePage({ display, path, hasZone = true, button, children }: ZonePageProps) {
  return (
    <div className="page sheet app flow">
      <div className="name-head">
        <div className="welcome">
          <h1 id={DNS_TITLE}>
            DNS for <span translate="no">{display}</span>
          </h1>
          {hasZone && button}
        </div>
        {hasZone && (
          <nav aria-label={display} className="parts">
            {PARTS.map(([rest, words]) => (
              <NavLink key={rest} to={path + rest} end={rest === ""} preventScrollReset>
                {words}
              </NavLink>
            ))}
          </nav>
        )}
      </div>
      {children}
    </div>
  );
}
