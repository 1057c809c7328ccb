import { Link, NavLink, useLocation } from "@remix-run/react";
import type { Brand } from "#app/model/brand.ts";
import { serviceLinks } from "./brand-links.ts";
import { ExternalLink } from "./external-link.tsx";
import { Icon } from "./icons.tsx";

/** The phone's menu: a button that opens a whole cloth of links. It closes when a link is followed. */
export function SiteMenu({ brand }: { brand: Brand }) {
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
        <NavLink to="/" end>
          Home
        </NavLink>
        <NavLink to="/blog">Blog</NavLink>
        <NavLink to="/projects">Projects</NavLink>
        <NavLink to="/contact">Contact</NavLink>
        <p>Services</p>
        <div className="services">
          <NavLink to="/domains">Domains</NavLink>
          {serviceLinks(brand).map((service) => (
            <ExternalLink key={service.href} {...service} />
          ))}
        </div>
        <Link className="button" to="/login">
          Sign In
        </Link>
      </nav>
    </details>
  );
}
