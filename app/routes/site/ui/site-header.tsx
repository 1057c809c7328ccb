import type { Brand } from "#app/platform/brand.ts";
import { Link, NavLink } from "#app/ui/primitives/link.tsx";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import { ServicesMenu } from "./services-menu.tsx";
import { siteLinks } from "./site-links.ts";
import { SiteMenu } from "./site-menu.tsx";
import { UserArea } from "./user-area.tsx";

/** The header: links in a row on a wide screen, a "Menu" button on a phone. Works without JavaScript. */
export function SiteHeader({ brand }: { brand: Brand }) {
  return (
    <header className="top">
      <div className="page top-row">
        <Link className="home-link" to="/">
          <Wordmark name={brand.name} />
        </Link>
        <Bar brand={brand} />
        <SiteMenu brand={brand} />
      </div>
    </header>
  );
}

function Bar({ brand }: { brand: Brand }) {
  const [home, ...others] = siteLinks("main").map(({ to, label }) => (
    <NavLink key={to} to={to}>
      {label}
    </NavLink>
  ));
  return (
    <nav className="bar" aria-label="Main">
      {home}
      <ServicesMenu brand={brand} />
      {others}
      <UserArea />
    </nav>
  );
}
