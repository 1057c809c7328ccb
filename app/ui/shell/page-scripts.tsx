import { Scripts, useMatches } from "@remix-run/react";
import { Children, isValidElement, type ReactElement, type ReactNode, useContext } from "react";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";
import { PageDataContext } from "./page-data.ts";
import { HISTORY_KEY_SCRIPT } from "./restore-scroll.tsx";
import { groupScripts } from "./script-groups.ts";
import { STARTER } from "./starter.ts";

/** When a page's scripts are loaded: never, when a visitor first uses a form, or once the browser is idle. */
type Hydrate = "never" | "intent" | "idle";

/**
 * Remix's scripts, made inert: what they say and the page's data stand in one element as plain text that the browser neither
 * loads nor runs, the preload links are dropped, and a starter of a few hundred bytes makes it a module when the time has
 * come (docs/decisions, "Hydrate on intent"). The mode comes from the route's handle, never from `window`: server and browser
 * must draw the same.
 */
export function PageScripts() {
  const when = hydrateOf(useMatches().map(({ handle }) => handle));
  if (import.meta.env.DEV) return <ScriptsAtOnce />;
  if (when === "never") return null;
  return <InertScripts when={when} />;
}

/** When a page is taken over. Takes the handles of its routes, the root's first; the last that says it counts. */
export function hydrateOf(handles: unknown[]): Hydrate {
  const said = handles.flatMap((handle) =>
    typeof handle === "object" && handle !== null && "hydrate" in handle ? [handle.hydrate] : [],
  );
  const hydrate = said.at(-1);
  return hydrate === "intent" || hydrate === "idle" ? hydrate : "never";
}

function ScriptsAtOnce() {
  const data = { __html: useContext(PageDataContext) };
  return (
    <>
      <Scripts />
      <script suppressHydrationWarning dangerouslySetInnerHTML={data} />
    </>
  );
}

export const MODULE_ID = "page-module";

/** In the page's HTML only: when React comes they have run, and it need not carry their text. */
const STARTER_TEXT = import.meta.env.SSR ? STARTER : "";
const useModuleText = import.meta.env.SSR ? () => moduleText(useContext(PageDataContext)) : () => "";

function InertScripts({ when }: { when: Hydrate }) {
  const nonce = useNonce();
  const text = { __html: useModuleText() };
  const starter = { __html: STARTER_TEXT };
  return (
    <>
      <script
        nonce={nonce}
        type="text/remix-module"
        id={MODULE_ID}
        data-when={when}
        suppressHydrationWarning
        dangerouslySetInnerHTML={text}
      />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={starter} />
    </>
  );
}

/** All of it as one module. What Remix writes to run at once runs first there too; the files are asked for before. */
function moduleText(data: string): string {
  // Called, not rendered: only so can the text of its elements be had.
  const [context, module] = scriptsIn(Scripts({}));
  if (module?.props.type !== "module") throw new Error("Remix's scripts have another shape.");
  const started = groupScripts(module.props.dangerouslySetInnerHTML.__html, SCRIPT_GROUPS);
  return [HISTORY_KEY_SCRIPT, context?.props.dangerouslySetInnerHTML.__html, data, started].join("\n");
}

type ScriptElement = ReactElement<{ type?: string; dangerouslySetInnerHTML: { __html: string } }>;

/** Returns the script elements in a tree of elements. */
function scriptsIn(node: ReactNode): ScriptElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return child.type === "script" ? [child as unknown as ScriptElement] : scriptsIn(child.props.children);
  });
}
