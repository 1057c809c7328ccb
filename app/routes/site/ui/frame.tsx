import type { ReactNode } from "react";
import type { Brand } from "#app/model/brand.ts";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { MenuScript } from "./menu-script.tsx";
import { OwnLinks } from "./own-links.tsx";
import { OwnFooter, type PostLink, SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type FrameProps = {
  brand: Brand;
  /** The year of the imprint in the last line, in Nairobi. */
  year: number;
  latestPosts: PostLink[];
  /** A page of the customer's account: with a line of links to the others, and a short footer. */
  isOwn: boolean;
  /** Address of the outbox; only the sandbox has one, and wears its ribbon then. */
  outboxHref?: string | undefined;
  children: ReactNode;
};

/** What every page but /stride wears: skip link, top bar, the page itself, footer. */
export function Frame({ brand, year, latestPosts, isOwn, outboxHref, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {outboxHref !== undefined && <SandboxRibbon outboxHref={outboxHref} />}
      {/* Alone, because it stays in view: ribbon and border scroll away. */}
      <SiteHeader brand={brand} />
      <div className={isOwn ? "pindo pindo-thin" : "pindo"} />
      {isOwn && <OwnLinks />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isOwn ? (
        <OwnFooter brand={brand} year={year} />
      ) : (
        <SiteFooter brand={brand} year={year} latestPosts={latestPosts} />
      )}
      {/* After all there is to see: once a script has run, Chromium reads on in short turns, and lays out between them (035). */}
      <MenuScript />
    </>
  );
}
