import { useLocation, useParams } from "@remix-run/react";
import { Link } from "#app/ui/primitives/link.tsx";

/** The pages of an account, by their paths. */
const ACCOUNT_LINKS = Object.entries({
  dashboard: "Domains",
  "dashboard/services": "Services",
  "dashboard/orders": "Orders",
  profile: "Profile",
});

/** The navigation of an account. Its help link names the domain of the page. */
export function AccountNav() {
  const { pathname } = useLocation();
  const { domain } = useParams();
  const [here] = /\w+(?:\/(?:services|orders))?/.exec(pathname) ?? [];
  return (
    <nav className="own-nav" aria-label="Your account">
      <div className="page">
        {ACCOUNT_LINKS.map(([to, label]) => (
          <Link
            key={to}
            to={`/${to}`}
            aria-current={to === here ? (pathname[to.length + 1] ? "true" : "page") : undefined}
          >
            {label}
          </Link>
        ))}
        <Link to={`/contact${domain ? `?domain=${encodeURIComponent(domain)}` : ""}`}>Help</Link>
      </div>
    </nav>
  );
}
