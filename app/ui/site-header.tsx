import { Link, NavLink, useLocation } from "@remix-run/react";
import type { Brand } from "#app/model/brand.ts";
import { serviceLinks } from "./brand-links.ts";
import { ExternalLink } from "./external-link.tsx";
import { SandboxRibbon } from "./sandbox-ribbon.tsx";
import { SiteMenu } from "./site-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The top bar: links in a row on a wide screen, a "Menu" button on a phone. Needs no script. */
export function SiteHeader({ brand, outboxHref }: { brand: Brand; outboxHref: string | undefined }) {
  return (
    <header className="top">
      {outboxHref !== undefined && <SandboxRibbon outboxHref={outboxHref} />}
      <div className="page top-row">
        <Link className="home-link" to="/">
          <Wordmark name={brand.name} />
        </Link>
        <Bar brand={brand} />
        <SiteMenu brand={brand} />
      </div>
      <div className="pindo" />
    </header>
  );
}

function Bar({ brand }: { brand: Brand }) {
  const { pathname, key } = useLocation();
  const isInServices = pathname.startsWith("/domains");
  return (
    <nav className="bar" aria-label="Main">
      <NavLink to="/" end>
        Home
      </NavLink>
      {/* A new key closes it on every navigation; it may have been opened before React arrived. */}
      <details key={key} suppressHydrationWarning>
        <summary aria-current={isInServices || undefined}>Services</summary>
        <ul>
          <li>
            <NavLink to="/domains">Domains</NavLink>
          </li>
          {serviceLinks(brand).map((service) => (
            <li key={service.href}>
              <ExternalLink {...service} />
            </li>
          ))}
        </ul>
      </details>
      <NavLink to="/blog">Blog</NavLink>
      <NavLink to="/projects">Projects</NavLink>
      <NavLink to="/contact">Contact</NavLink>
      <NavLink to="/login">Sign In</NavLink>
    </nav>
  );
}
