import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { isAt, Link } from "#app/ui/primitives/link.tsx";
import { DNS_TITLE } from "./dns-title.ts";
import { namePath } from "./name-path.ts";

type NameHeadProps = {
  /** The name in ASCII. */
  domain: string;
  /** The same as a person reads it. */
  display: string;
  title: ReactNode;
  /** Under the heading. */
  aside?: ReactNode;
  /** Most of its pages are about its zone: without one there is no way to them. */
  hasZone: boolean;
};

/** The pages of a name; those that need no zone are "always". */
const PAGES = [
  ["", "Overview", "always"],
  ["/dns", "Records", "always"],
  ["/website", "Website", "zone"],
  ["/dns/mail", "Mail", "zone"],
  ["/dns/live", "Is it live?", "zone"],
  ["/dns/history", "History", "zone"],
  ["/dns/import", "Import and export", "zone"],
] as const;

/** What all pages of a name have on top: the heading, and the way to the others on one line that scrolls. */
export function NameHead({ domain, display, title, aside, hasZone }: NameHeadProps) {
  const { pathname } = useLocation();
  const to = (rest: string) => namePath(domain) + rest;
  // The form of a record belongs to the records, as every page to the nearest above it.
  const here = PAGES.filter(([rest]) => isAt(pathname, to(rest))).pop();
  return (
    <div>
      <h1 className="text-[clamp(1.375rem,4vw,2.25rem)] wrap-anywhere" id={DNS_TITLE}>
        {title}
      </h1>
      {aside && <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">{aside}</p>}
      <nav aria-label={display} className="parts">
        {PAGES.filter(([, , needs]) => hasZone || needs === "always").map(([rest, words]) => (
          <Link key={rest} to={to(rest)} aria-current={rest === here?.[0] ? "page" : undefined} preventScrollReset>
            {words}
          </Link>
        ))}
      </nav>
    </div>
  );
}
