type Groups = Record<string, { file: string; routes: readonly string[] }>;

const IMPORT = /^import \* as (route\d+) from "[^"]*";\n?/gm;
const START = /^window\.__remixRouteModules = \{(.*)\};\s*import\("[^"]*"\);$/m;

/**
 * Returns the text of Remix's module script with one import for each group of routes instead of one for each route. It registers all
 * routes of a group, so that navigation within the group loads no script. Takes Remix's text and the groups of this build
 * (scripts/script-groups.ts). Without groups, as in development, it returns the text unchanged. Throws if Remix's script has
 * another shape.
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
