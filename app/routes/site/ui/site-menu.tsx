import { useLocation } from "@remix-run/react";
import type { Brand } from "#app/platform/brand.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { ExternalLink, Link, NavLink } from "#app/ui/primitives/link.tsx";
import { useAuth } from "#app/ui/shell/auth.tsx";
import { providerLinks, siteLinks } from "./site-links.ts";
import { SignOut, UserName } from "./user-area.tsx";

/** The phone menu, which covers the page. The script in frame.tsx closes it. */
export function SiteMenu({ brand }: { brand: Brand }) {
  // A new key closes it on navigation without a link. It may have been opened before hydration.
  const { key } = useLocation();
  return (
    <details className="menu" key={key} suppressHydrationWarning>
      <summary>
        <span className="when-closed">
          <Icon name="menu" />
          Menu
        </span>
        <span className="when-open">
          <Icon name="close" />
          Close
        </span>
      </summary>
      <nav className="overlay cloth" aria-label="Menu">
        <p>Navigation</p>
        {siteLinks("main").map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
        <p>Services</p>
        <div className="services">
          {siteLinks("services").map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
          {providerLinks(brand).map((link) => (
            <ExternalLink key={link.href} {...link} />
          ))}
        </div>
        <AccountSection />
      </nav>
    </details>
  );
}

function AccountSection() {
  const { user } = useAuth();
  if (user === undefined) {
    return (
      <Link className="button" to="/login">
        Sign In
      </Link>
    );
  }
  return (
    <>
      <UserName user={user} />
      <NavLink to="/dashboard">Dashboard</NavLink>
      <SignOut className="button" />
    </>
  );
}
