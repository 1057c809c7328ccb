import { useLocation, useParams } from "@remix-run/react";
import { Link } from "#app/ui/primitives/link.tsx";

/** The pages of an account, each with the addresses that belong to it. */
const LINKS = [
  ["/dashboard", "Domains", /^\/dashboard(?!\/orders)/],
  ["/dashboard/orders", "Orders", /^\/dashboard\/orders/],
  ["/profile", "Profile", /^\/profile/],
] as const;

/** The line of links that every page of an account has, and the way to a person who helps, told which name it is about. */
export function OwnLinks() {
  const { pathname } = useLocation();
  const { domain } = useParams();
  return (
    <nav className="own-nav" aria-label="Your account">
      <div className="page">
        {LINKS.map(([to, label, own]) => (
          <Link key={to} to={to} aria-current={own.test(pathname) ? (pathname === to ? "page" : "true") : undefined}>
            {label}
          </Link>
        ))}
        <Link to={domain === undefined ? "/contact" : `/contact?${new URLSearchParams({ domain })}`}>Help</Link>
      </div>
    </nav>
  );
}
