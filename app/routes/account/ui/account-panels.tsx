import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";

const PANELS = [
  { id: "sign-in", label: "Sign In", title: "Welcome back" },
  { id: "create-account", label: "Create Account", title: "Create your account" },
] as const;
type PanelId = (typeof PANELS)[number]["id"];

type AccountPanelsProps = { isSignUp: boolean; panels: Record<PanelId, ReactNode> };

/**
 * Two forms in one page, one of them visible. The tabs are links to fragments, so both forms keep their input. Without
 * JavaScript the style sheet decides by `:target`, so the default panel comes last. With JavaScript the fragment decides: it
 * may name a field of a panel, and client-side navigation changes it without changing `:target`.
 */
export function AccountPanels({ isSignUp, panels }: AccountPanelsProps) {
  const defaultPanel = isSignUp ? "create-account" : "sign-in";
  const open = useOpenPanel(defaultPanel);
  const inOrder = [...PANELS].sort((one, other) => Number(one.id === defaultPanel) - Number(other.id === defaultPanel));
  return inOrder.map(({ id, label, title }) => (
    <section
      key={id}
      id={id}
      // Scrolls to the top of the page, not of the panel, so that what is above the panel stays in sight.
      className={`flow min-w-0 scroll-mt-[50vh] ${open === undefined ? "panel" : ""}`}
      hidden={open !== undefined && open !== id}
      aria-label={label}
    >
      <h1 className="text-[2.125rem]">{title}</h1>
      <Tabs current={id} />
      {panels[id]}
    </section>
  ));
}

/** A link to the other panel in running text. */
export function PanelLink({ to }: { to: PanelId }) {
  return <a href={`#${to}`}>{PANELS.find(({ id }) => id === to)?.label}</a>;
}

function Tabs({ current }: { current: PanelId }) {
  return (
    <nav className="grid grid-cols-2 border-b-3 border-ink" aria-label="Account">
      {PANELS.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current || undefined}
          className="px-1 py-3 text-center text-lg font-bold no-underline aria-[current]:bg-ink aria-[current]:text-ground"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Returns the panel that the URL's fragment opens. Undefined before hydration, because the server does not see fragments. */
function useOpenPanel(defaultPanel: PanelId): PanelId | undefined {
  const { hash } = useLocation();
  const [isEnhanced, setIsEnhanced] = useState(false);
  useEffect(() => setIsEnhanced(true), []);
  if (!isEnhanced) return undefined;
  if (/^#(create-account|sign-up)/.test(hash)) return "create-account";
  return hash.startsWith("#sign-in") ? "sign-in" : defaultPanel;
}
