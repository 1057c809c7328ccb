import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { MOST_COUNTED, type WaitingCounts } from "#app/desk/work.ts";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { isAt } from "#app/ui/primitives/link.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { DeskKeys } from "./desk-keys.tsx";

type Area = readonly [path: string, label: string, counted?: keyof WaitingCounts];

/** The areas of the desk. A phone has FIRST on one line, and MORE folded at its end. */
const FIRST: readonly Area[] = [
  ["/desk", "Work"],
  ["/desk/orders", "Orders", "orders"],
  ["/desk/messages", "Messages", "messages"],
  ["/desk/payments", "Payments", "payments"],
];
const MORE: readonly Area[] = [
  ["/desk/people", "People"],
  ["/desk/names", "Names"],
  ["/desk/services", "Services", "services"],
  ["/desk/requests", "Requests"],
  ["/desk/posts", "Posts"],
  ["/desk/projects", "Projects"],
  ["/desk/newsletter", "Newsletter"],
  ["/desk/schools", "Schools"],
  ["/desk/mails", "Mails", "mails"],
  ["/desk/unpaid", "Unpaid"],
  ["/desk/income", "Income"],
  ["/desk/log", "Log"],
];

/** `counts`: how much waits in some areas; undefined if it is not known. */
type DeskFrameProps = { counts?: WaitingCounts | undefined; children: ReactNode };

/** The frame of the desk's pages: a header with links to its pages, a link to the site, and the button to sign out. */
export function DeskFrame({ counts, children }: DeskFrameProps) {
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
          <a href="/desk/search">Find</a>
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
      <Places counts={counts} />
      <div>
        <FlashArea />
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <DeskKeys />
    </>
  );
}

function Places({ counts }: { counts: WaitingCounts | undefined }) {
  const { pathname } = useLocation();
  const isHere = ([to]: Area) => isAt(pathname, to, to === "/desk");
  const waitingAt = ([, , counted]: Area) => (counted && counts?.[counted]) ?? 0;
  const place = (area: Area) => (
    <a key={area[0]} href={area[0]} aria-current={isHere(area) ? "page" : undefined}>
      {area[1]}
      <Count count={waitingAt(area)} />
    </a>
  );
  const here = MORE.find(isHere);
  const folded = (here ? [here] : MORE).reduce((sum, area) => sum + waitingAt(area), 0);
  return (
    <nav className="desk-nav" aria-label="The desk">
      <div className="page">
        {FIRST.map(place)}
        {/* On a wide screen all links are on one line (desk.css). On a phone the fold has the name of the current one. */}
        <details>
          <summary aria-current={here && "true"}>
            <span>
              {here ? here[1] : "More"}
              {here && <span className="visually-hidden">, more areas</span>}
            </span>
            <Count count={folded} />
          </summary>
          <div>{MORE.map(place)}</div>
        </details>
        <div className="desk-wide">{MORE.map(place)}</div>
      </div>
    </nav>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="desk-count">
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
