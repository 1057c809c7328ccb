import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";

const PANELS = [
  { id: "sign-in", label: "Sign In" },
  { id: "create-account", label: "Create Account" },
] as const;
type PanelId = (typeof PANELS)[number]["id"];

type AccountPanelsProps = { isSignUp: boolean; panels: Record<PanelId, ReactNode> };

/**
 * Two forms in one page, of which one is seen; the tabs are links to the fragment of the other, so that what was typed in
 * either stays. Without scripts the style sheet decides by `:target`, which is why the panel that is open by itself comes
 * last. With scripts the address decides: its fragment may be a field of a panel, and it changes where `:target` does not.
 */
export function AccountPanels({ isSignUp, panels }: AccountPanelsProps) {
  const atFirst = isSignUp ? "create-account" : "sign-in";
  const open = useOpenPanel(atFirst);
  const inOrder = [...PANELS].sort((one, other) => Number(one.id === atFirst) - Number(other.id === atFirst));
  return inOrder.map(({ id, label }) => (
    <section
      key={id}
      id={id}
      // The top of the page, not of the panel: what is above must stay in sight.
      className={`flow min-w-0 scroll-mt-[50vh] ${open === undefined ? "panel" : ""}`}
      hidden={open !== undefined && open !== id}
      aria-labelledby={`${id}-title`}
    >
      <h1 id={`${id}-title`} className="text-[2.125rem]">
        {label}
      </h1>
      <Tabs current={id} />
      {panels[id]}
    </section>
  ));
}

/** The link to the other panel, in running text. */
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
          className="px-1 py-3 text-center font-bold no-underline aria-[current]:bg-ink aria-[current]:text-ground"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Undefined until scripts have taken over: the server does not see fragments. */
function useOpenPanel(atFirst: PanelId): PanelId | undefined {
  const { hash } = useLocation();
  const [isEnhanced, setIsEnhanced] = useState(false);
  useEffect(() => setIsEnhanced(true), []);
  if (!isEnhanced) return undefined;
  if (/^#(create-account|sign-up)/.test(hash)) return "create-account";
  return hash.startsWith("#sign-in") ? "sign-in" : atFirst;
}
