import { Scripts, useMatches } from "@remix-run/react";
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { useMark } from "#app/ui/marks/mark.ts";
import { STARTER } from "./starter.ts";

/** When a page's scripts are loaded: never, at the first sign that somebody uses a form, or once the phone is idle. */
type Hydrate = "never" | "intent" | "idle";

/**
 * Remix's scripts, made inert. What starts the page (`type="module"`) becomes plain text that the browser neither loads
 * nor runs, the preload links are dropped, and a starter of a few hundred bytes makes it a module when the time has come
 * (docs/decisions, "Hydrate on intent"). The mode comes from the route's handle, never from `window`: server and browser
 * must draw the same.
 */
export function PageScripts() {
  const nonce = useMark();
  const when = useHydrate();
  if (import.meta.env.DEV) return <Scripts />;
  if (when === "never") return null;
  return <InertScripts nonce={nonce} when={when} />;
}

/** In the page's HTML only: it has run when React comes, which need not carry its text. */
const TEXT = import.meta.env.SSR ? STARTER : "";

function InertScripts({ nonce, when }: { nonce: string | undefined; when: Hydrate }) {
  // Called, not rendered: only so can its elements be changed before the browser sees them.
  const scripts = Scripts({ nonce });
  return (
    <>
      {makeInert(scripts)}
      <script nonce={nonce} data-when={when} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: TEXT }} />
    </>
  );
}

function useHydrate(): Hydrate {
  const handles = useMatches().map((match) => match.handle);
  for (const handle of handles.reverse()) {
    if (typeof handle === "object" && handle !== null && "hydrate" in handle) return toHydrate(handle.hydrate);
  }
  return "never";
}

function toHydrate(value: unknown): Hydrate {
  return value === "intent" || value === "idle" ? value : "never";
}

export const MODULE_ID = "page-module";

/** Drops preload links and turns the module script into inert text, anywhere in a tree of elements. */
function makeInert(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isElement(child)) return child;
    if (child.type === "link") return null;
    if (child.type === "script") {
      if (child.props.type !== "module") return child;
      return cloneElement(child, { type: "text/remix-module", id: MODULE_ID, async: undefined });
    }
    return child.props.children === undefined ? child : cloneElement(child, {}, makeInert(child.props.children));
  });
}

type Props = { type?: string; id?: string; async?: boolean; children?: ReactNode };

function isElement(node: ReactNode): node is ReactElement<Props> {
  return isValidElement(node);
}
