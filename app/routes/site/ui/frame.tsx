import type { ComponentType, ReactNode } from "react";
import type { Brand } from "#app/platform/brand.ts";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";
import { Link, NavLink } from "#app/ui/primitives/link.tsx";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import { PageStarter } from "#app/ui/shell/page-scripts.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { ServicesMenu } from "./services-menu.tsx";
import { type PostLink, SiteFooter } from "./site-footer.tsx";
import { siteLinks } from "./site-links.ts";
import { SiteMenu } from "./site-menu.tsx";
import { UserArea } from "./user-area.tsx";

type FrameProps = {
  brand: Brand;
  /** The year in the last line of the footer, in Nairobi. */
  year: number;
  latestPosts: PostLink[];
  /** The navigation of the customer's account, on its pages. */
  nav: ComponentType | undefined;
  /** The URL of the outbox; only in the sandbox, which then shows its ribbon. */
  outboxHref?: string | undefined;
  children: ReactNode;
};

/** The frame of every page except /stride: skip link, header, main, footer. */
export function Frame({ brand, year, latestPosts, nav: Nav, outboxHref, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {outboxHref !== undefined && <SandboxRibbon outboxHref={outboxHref} />}
      {/* Outside the border, because only the header is sticky. */}
      <SiteHeader brand={brand} />
      <div className={Nav ? "pindo pindo-thin" : "pindo"} />
      {Nav && <Nav />}
      {Nav && <PageStarter />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!Nav && <PageStarter />}
      <SiteFooter brand={brand} year={year} latestPosts={latestPosts} />
      {/* Last, because Chromium parses and lays out in short turns after the first script (decision 035). */}
      <MenuScript />
    </>
  );
}

/**
 * Runs on every page, without React. Shows the line under the header after 20 px of scrolling in browsers without scroll
 * timelines. Closes the <details> menus on Escape (which returns the focus), on a followed link, on a press outside, on Back
 * and Forward, and when a page comes from the back-forward cache. Traps Tab in the phone menu, which covers the page.
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

/** Without line ends: each statement ends in a semicolon or a bracket. */
const MENU_SCRIPT = source.replace(/\n/g, "");

/** In the server's HTML only. It runs before hydration, so the client bundle does not need its text. */
function MenuScript() {
  const text = import.meta.env.SSR ? MENU_SCRIPT : "";
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

/** The header: links in a row on a wide screen, a "Menu" button on a phone. Works without JavaScript. */
function SiteHeader({ brand }: { brand: Brand }) {
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
