import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { isAt } from "#app/ui/primitives/link.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

/** The pages in the desk's header. FIRST fit on one line of a phone; MORE are folded there. */
const FIRST = [
  ["/desk", "Work"],
  ["/desk/orders", "Orders"],
  ["/desk/messages", "Messages"],
] as const;
const MORE = [
  ["/desk/payments", "Payments"],
  ["/desk/schools", "Schools"],
  ["/desk/people", "People"],
  ["/desk/posts", "Posts"],
  ["/desk/projects", "Projects"],
  ["/desk/newsletter", "Newsletter"],
  ["/desk/mails", "Mails"],
  ["/desk/log", "Log"],
] as const;

/** The frame of the desk's pages: a header with links to its pages, a link to the site, and the button to sign out. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const root = useRootData();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {root?.outbox !== undefined && <SandboxRibbon outboxHref={root.outbox} />}
      <header className="desk-top">
        <div className="page desk-row">
          <a className="home-link" href="/desk">
            <span>
              {root?.brand.name} <span className="font-normal">desk</span>
            </span>
          </a>
          <a href="/profile">
            Profile<span className="visually-hidden"> of {root?.user?.name ?? root?.user?.email}</span>
          </a>
          <form method="post" action="/logout">
            <CsrfToken />
            <button type="submit" className="link-button">
              Sign out
            </button>
          </form>
        </div>
      </header>
      <div className="pindo pindo-thin" />
      <Places />
      <FlashArea />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Places() {
  const { pathname } = useLocation();
  const isHere = (to: string) => isAt(pathname, to, to === "/desk");
  const isMore = MORE.some(([to]) => isHere(to));
  return (
    <nav className="desk-nav" aria-label="The desk">
      <div className="page">
        {FIRST.map(([to, label]) => (
          <Place key={to} to={to} label={label} isHere={isHere(to)} />
        ))}
        {/* On a wide screen all links are on one line (desk.css). */}
        <details>
          <summary aria-current={isMore ? "true" : undefined}>More</summary>
          <div>
            {MORE.map(([to, label]) => (
              <Place key={to} to={to} label={label} isHere={isHere(to)} />
            ))}
          </div>
        </details>
        <div className="desk-wide">
          {MORE.map(([to, label]) => (
            <Place key={to} to={to} label={label} isHere={isHere(to)} />
          ))}
        </div>
      </div>
    </nav>
  );
}

function Place({ to, label, isHere }: { to: string; label: string; isHere: boolean }) {
  return (
    <a href={to} aria-current={isHere ? "page" : undefined}>
      {label}
    </a>
  );
}
