import { Scripts, useMatches } from "@remix-run/react";
import { Children, createContext, isValidElement, type ReactElement, type ReactNode, useContext } from "react";
import { UnshownContext } from "#app/ui/forms/unshown-problems.tsx";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";
import { STARTER } from "./hydration-start.ts";
import { HISTORY_SCRIPT } from "./restore-scroll.tsx";

/** When a page's scripts are loaded: never, when a visitor first uses a form, or once the browser is idle. */
type Hydrate = "never" | "intent" | "idle";

/**
 * Remix's scripts as one inert element. The element has the text of the scripts and the page's data. The browser neither loads
 * nor runs it, and the page has no preload links. The starter, a script of a few hundred bytes, turns the element into a module
 * later (docs/decisions/003-hydrate-on-intent.md). The mode (`Hydrate`) comes from the route's handle and not from `window`,
 * because server and browser must render the same HTML.
 */
export function PageScripts() {
  const when = useHydrate();
  if (import.meta.env.DEV) return <ScriptsAtOnce />;
  if (when === "never") return null;
  return <InertScripts when={when} />;
}

const useRouteHydrate = () => hydrateOf(useMatches().map(({ handle }) => handle));

/** Scripts would not know of a form's errors that only this page shows. */
function useServerHydrate(): Hydrate {
  const hydrate = useRouteHydrate();
  return useContext(UnshownContext) ? "never" : hydrate;
}

const useHydrate = import.meta.env.SSR ? useServerHydrate : useRouteHydrate;

/** Returns when a page hydrates. Takes the handles of its routes, the root's first; the last one with a `hydrate` counts. */
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

/** Only the HTML has these texts. When React hydrates, the scripts have run, and the bundle need not repeat them. */
const STARTER_TEXT = import.meta.env.SSR ? STARTER : "";
const useModuleText = import.meta.env.SSR ? () => moduleText(useContext(PageDataContext)) : () => "";

function InertScripts({ when }: { when: Hydrate }) {
  const nonce = useNonce();
  const text = { __html: useModuleText() };
  return (
    <script
      nonce={nonce}
      type="text/remix-module"
      id={MODULE_ID}
      data-when={when}
      suppressHydrationWarning
      dangerouslySetInnerHTML={text}
    />
  );
}

/**
 * The starter. On pages of the account it stands before the page's main part: if the network cuts the page off after a form, the
 * text that the visitor types there is still kept. On public pages it would delay the first paint there (decision 035), and stands
 * directly after the main part.
 */
export function PageStarter() {
  const when = useHydrate();
  const nonce = useNonce();
  const starter = { __html: STARTER_TEXT };
  if (import.meta.env.DEV || when === "never") return null;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={starter} />;
}

/**
 * Returns Remix's scripts and the page's data as the text of one module, in Remix's order. Throws if Remix renders other
 * scripts.
 */
function moduleText(data: string): string {
  // `Scripts` is called and not rendered, because the text of its elements is needed.
  const [context, module] = scriptsIn(Scripts({}));
  if (module?.props.type !== "module") throw new Error("Remix's scripts have another shape.");
  const started = groupScripts(module.props.dangerouslySetInnerHTML.__html, SCRIPT_GROUPS);
  return [HISTORY_SCRIPT, context?.props.dangerouslySetInnerHTML.__html, data, started].join("\n");
}

type ScriptElement = ReactElement<{ type?: string; dangerouslySetInnerHTML: { __html: string } }>;

/** Returns the script elements in a tree of elements. */
function scriptsIn(node: ReactNode): ScriptElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return child.type === "script" ? [child as unknown as ScriptElement] : scriptsIn(child.props.children);
  });
}

type Groups = Record<string, { file: string; routes: readonly string[] }>;

const IMPORT = /^import \* as (route\d+) from "[^"]*";\n?/gm;
const START = /^window\.__remixRouteModules = \{(.*)\};\s*import\("[^"]*"\);$/m;

/**
 * Returns the text of Remix's module script with one import for each group of routes instead of one for each route. It
 * registers all routes of a group, so that navigation within the group loads no script. Takes Remix's text and the groups of
 * this build (scripts/script-groups.ts). Without groups, as in development, it returns the text unchanged. Throws if Remix's
 * script has another shape.
 */
export function groupScripts(text: string, groups: Groups): string {
  if (Object.keys(groups).length === 0) return text;
  const routes = [...(START.exec(text)?.[1] ?? "").matchAll(/"([^"]+)":(route\d+)/g)].map(([, id = "", name = ""]) => ({
    id,
    name,
  }));
  if (routes.length === 0) throw new Error("Remix's module script has another shape.");
  const used = Object.entries(groups).filter(
    ([name, group]) => name === "shell" || routes.some(({ id }) => group.routes.includes(id)),
  );
  const alone = routes.filter(({ id }) => !used.some(([, group]) => group.routes.includes(id)));
  const imports = used.map(([name, { file }]) => `import * as ${name} from "${file}";\n`).join("");
  const modules = [...used.map(([name]) => `...${name}.modules`), ...alone.map(({ id, name }) => `"${id}":${name}`)];
  return text
    .replace(IMPORT, (line, name) => (alone.some((route) => route.name === name) ? line : ""))
    .replace(START, () => `${imports}window.__remixRouteModules = {${modules.join(",")}};\nshell.hydratePage();`);
}

/** The data of the page's loaders and action, as a script that passes it to Remix in the browser. Empty in the browser. */
export const PageDataContext = createContext("");

/**
 * Returns the script that passes the page's data to Remix in the browser. Takes the data as Remix's server encoded it. The
 * script has no "<", so its content cannot end the script element.
 */
export function pageDataScript(encoded: string): string {
  const data = JSON.stringify(encoded).replaceAll("<", "\\u003c");
  return `window.__remixContext.streamController.enqueue(${data});window.__remixContext.streamController.close();`;
}
