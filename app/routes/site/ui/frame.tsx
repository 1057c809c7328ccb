import { useLocation, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Brand } from "#app/model/brand.ts";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { AccountFooter, type PostLink, SiteFooter } from "./site-footer.tsx";
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
      {isOwn && <AccountNav />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isOwn ? (
        <AccountFooter brand={brand} year={year} />
      ) : (
        <SiteFooter brand={brand} year={year} latestPosts={latestPosts} />
      )}
      {/* After all there is to see: once a script has run, Chromium reads on in short turns, and lays out between them (035). */}
      <MenuScript />
    </>
  );
}

/** The pages of an account, each with the addresses that belong to it. */
const ACCOUNT_LINKS = [
  ["/dashboard", "Domains", /^\/dashboard(?!\/orders)/],
  ["/dashboard/orders", "Orders", /^\/dashboard\/orders/],
  ["/profile", "Profile", /^\/profile/],
] as const;

/** The line of links that every page of an account has, and the way to a person who helps, told which name it is about. */
function AccountNav() {
  const { pathname } = useLocation();
  const { domain } = useParams();
  return (
    <nav className="own-nav" aria-label="Your account">
      <div className="page">
        {ACCOUNT_LINKS.map(([to, label, own]) => (
          <Link key={to} to={to} aria-current={own.test(pathname) ? (pathname === to ? "page" : "true") : undefined}>
            {label}
          </Link>
        ))}
        <Link to={domain === undefined ? "/contact" : `/contact?${new URLSearchParams({ domain })}`}>Help</Link>
      </div>
    </nav>
  );
}

/**
 * The line under the bar comes once the page has scrolled more than 20 px, also where the style sheet cannot see that. And what the two menus do that <details> alone does not, on every page and without React: they close by Escape, which gives
 * the focus back, by a followed link, by a press elsewhere, by Back and Forward, and when a page comes out of the
 * browser's back-forward cache. In the phone's menu, which covers the page, Tab goes round.
 */
const source = `(()=>{
const line=()=>document.documentElement.classList.toggle("flat",scrollY<21);
if(!CSS.supports("animation-range:20px 21px"))for(const type of ["load","scroll"])addEventListener(type,line,{passive:true});
const menu=()=>document.querySelector(".top details[open]")||{};
const close=()=>menu().open=0;
addEventListener("popstate",close);
addEventListener("pageshow",(event)=>event.persisted&&close());
addEventListener("click",({target})=>(target.closest("a")||!target.closest(".top details"))&&close());
addEventListener("keydown",(event)=>{
const place=menu(),ends=[...document.querySelectorAll(".top-row>a,.menu :is(a,button)")];
if(event.key=="Escape"&&place.open){close();place.firstChild.focus();}
if(event.shiftKey)ends.reverse();
if(event.key=="Tab"&&place.className=="menu"&&place.offsetWidth&&event.target==ends.pop()){event.preventDefault();ends[0].focus();}
});
})()`;

/** Line ends are for reading; each statement ends in a semicolon or a bracket. */
const MENU_SCRIPT = source.replace(/\n/g, "");

/** In the page's HTML only: it has run long before React comes, which need not carry its text. */
function MenuScript() {
  const text = import.meta.env.SSR ? MENU_SCRIPT : "";
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
