import type { ReactNode } from "react";
import { NavLink } from "#app/ui/marks/link.tsx";
import { DNS_TITLE } from "./dns-title.ts";
import { namePath } from "./name-path.ts";

type NameHeadProps = {
  /** The name in ASCII. */
  domain: string;
  /** The same as a person reads it. */
  display: string;
  title: ReactNode;
  /** Beside the heading. */
  button?: ReactNode;
  /** Under the heading. */
  aside?: ReactNode;
  /** Most of its pages are about its zone: without one there is no way to them. */
  hasZone: boolean;
};

/** The pages of a name; those that need no zone are "always". */
const PAGES = [
  ["", "Overview", "always"],
  ["/dns", "Records", "always"],
  ["/dns/mail", "Mail", "zone"],
  ["/dns/live", "Is it live?", "zone"],
  ["/dns/history", "History", "zone"],
  ["/dns/import", "Import and export", "zone"],
] as const;

/** Pages that have pages of their own below them, which are not theirs. */
const ALONE: readonly string[] = ["", "/dns"];

/** What all pages of a name have on top: the heading, and the way to the others on one line that scrolls. */
export function NameHead({ domain, display, title, button, aside, hasZone }: NameHeadProps) {
  return (
    <div className="name-head">
      <div className="welcome">
        <h1 id={DNS_TITLE}>{title}</h1>
        {button}
      </div>
      {aside && <p className="name-state">{aside}</p>}
      <nav aria-label={display} className="parts">
        {PAGES.filter(([, , needs]) => hasZone || needs === "always").map(([rest, words]) => (
          <NavLink key={rest} to={namePath(domain) + rest} end={ALONE.includes(rest)} preventScrollReset>
            {words}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
