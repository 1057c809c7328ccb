import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { countedWords, type WaitingCounts } from "#app/desk/work.ts";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { isAt } from "#app/ui/primitives/link.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { DeskKeys } from "./desk-keys.tsx";

type Area = readonly [path: string, label: string, counted?: keyof WaitingCounts];

/**
 * The areas of the desk. A screen of 1280 px has them on one line, so their names are short. A phone has FIRST there, and MORE in
 * the menu of its header.
 */
const FIRST: readonly Area[] = [
  ["/desk", "Work"],
  ["/desk/orders", "Orders", "orders"],
  ["/desk/messages", "Messages", "messages"],
  ["/desk/payments", "Payments", "payments"],
];
const MORE: readonly (readonly [group: string, areas: readonly Area[]])[] = [
  [
    "Customers",
    [
      ["/desk/people", "People"],
      ["/desk/names", "Names"],
      ["/desk/services", "Services", "services"],
      ["/desk/requests", "Requests"],
    ],
  ],
  [
    "Website",
    [
      ["/desk/posts", "Posts"],
      ["/desk/projects", "Projects"],
      ["/desk/newsletter", "Newsletter"],
      ["/desk/schools", "Schools"],
    ],
  ],
  [
    "Office",
    [
      ["/desk/mails", "Failed mails", "mails"],
      ["/desk/unpaid", "Unpaid"],
      ["/desk/income", "Income"],
      ["/desk/log", "Staff log"],
    ],
  ],
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
          <Menu counts={counts}>
            <Own />
          </Menu>
          <div className="desk-own">
            <Own />
          </div>
        </div>
      </header>
      <div className="pindo pindo-thin" />
      <nav className="desk-nav" aria-label="The desk">
        <div className="page">
          <Places areas={FIRST} counts={counts} />
          {MORE.map(([group, areas]) => (
            <Places key={group} areas={areas} counts={counts} />
          ))}
        </div>
      </nav>
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

/** The member of staff: the profile, and the button to sign out. */
function Own() {
  const user = useRootData()?.user;
  return (
    <>
      <a href="/profile">
        Profile<span className="visually-hidden"> of {user?.name ?? user?.email}</span>
      </a>
      <form method="post" action="/logout">
        <CsrfToken />
        <button type="submit" className="link-button">
          Sign out
        </button>
      </form>
    </>
  );
}

const isHere = (pathname: string, [to]: Area) => isAt(pathname, to, to === "/desk");

/** The areas beyond FIRST, which a phone has in a menu. A wide screen has them all on the line below the header (desk.css). */
function Menu({ counts, children }: DeskFrameProps) {
  const { pathname } = useLocation();
  const areas = MORE.flatMap(([, group]) => group);
  const waiting = areas.reduce((sum, [, , counted]) => sum + ((counted && counts?.[counted]) ?? 0), 0);
  return (
    <details className="desk-menu">
      <summary aria-current={areas.some((area) => isHere(pathname, area)) ? "true" : undefined}>
        Menu
        <Count count={waiting} />
      </summary>
      <nav className="page" aria-label="More areas">
        {MORE.map(([group, of]) => (
          <div key={group}>
            <p className="quiet">{group}</p>
            <Places areas={of} counts={counts} />
          </div>
        ))}
        <div className="desk-menu-own">{children}</div>
      </nav>
    </details>
  );
}

function Places({ areas, counts }: { areas: readonly Area[]; counts: WaitingCounts | undefined }) {
  const { pathname } = useLocation();
  return (
    <ul>
      {areas.map((area) => (
        <li key={area[0]}>
          <a href={area[0]} aria-current={isHere(pathname, area) ? "page" : undefined}>
            {area[1]}
            <Count count={(area[2] && counts?.[area[2]]) ?? 0} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="desk-count">
      {countedWords(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}
