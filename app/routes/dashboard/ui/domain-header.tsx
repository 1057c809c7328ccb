import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { isAt, Link } from "#app/ui/primitives/link.tsx";
import { domainPath } from "./domain-path.ts";

/** The id of the heading of a domain's pages, which labels them in a dialog. */
export const DNS_TITLE = "dns-title";

type DomainHeaderProps = {
  /** The domain in ASCII. */
  domain: string;
  /** The domain with its Unicode characters. */
  display: string;
  /** Shown under the heading. */
  aside?: ReactNode;
  /** Without a zone, the links to pages about the zone are left out. */
  hasZone: boolean;
  /** On the page of one job: the path of the page that it came from. Links back replace the links to all pages. */
  cameFrom?: string | undefined;
};

/** A page without scripts, which is loaded as a document. */
const CONTROL = "/control";
/** The pages of a domain; "zone" marks those that need a zone. */
const PAGES = [
  ["", "Overview", "always"],
  ["/dns", "Records", "always"],
  ["/website", "Website", "zone"],
  ["/dns/mail", "Mail", "zone"],
  ["/dns/live", "Is it live?", "zone"],
  ["/dns/history", "History", "zone"],
  ["/dns/import", "Import", "zone"],
  [CONTROL, "Control", "always"],
] as const;

/** The name as the heading of all pages of a domain, and the links between them. Each page has an h2 of its own. */
export function DomainHeader({ domain, display, aside, hasZone, cameFrom }: DomainHeaderProps) {
  const { pathname } = useLocation();
  const to = (rest: string) => domainPath(domain) + rest;
  // The most specific link whose path contains this page: a record form belongs to the records.
  const here = PAGES.filter(([rest]) => isAt(pathname, to(rest))).pop();
  const shown = PAGES.filter(([rest, , needs]) =>
    cameFrom === undefined ? hasZone || needs === "always" : rest === cameFrom || rest === here?.[0],
  );
  return (
    <div>
      <h1 className="wrap-anywhere" id={DNS_TITLE} translate="no">
        {display}
      </h1>
      {aside && <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">{aside}</p>}
      <nav aria-label={display} className="parts">
        {shown.map(([rest, words]) => (
          <Link
            key={rest}
            to={to(rest)}
            aria-current={cameFrom === undefined && rest === here?.[0] ? "page" : undefined}
            reloadDocument={rest === CONTROL}
            preventScrollReset
          >
            {cameFrom !== undefined && <Icon name="arrow" className="mr-1 rotate-180" />}
            {words}
          </Link>
        ))}
      </nav>
    </div>
  );
}
