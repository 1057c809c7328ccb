type Groups = Record<string, { file: string; routes: readonly string[] }>;

const IMPORT = /^import \* as (route\d+) from "[^"]*";\n?/gm;
const START = /^window\.__remixRouteModules = \{(.*)\};\s*import\("[^"]*"\);$/m;

/**
 * The text of Remix's module script, with one file in the place of those of the routes that are grouped. All routes of a group are
 * registered, not the page's alone, so that going from one to another fetches no script. Takes Remix's text and the groups of this
 * build (scripts/script-groups.ts); without any, as in development, the text stays as it is. Throws when Remix writes otherwise.
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
    .replace(START, () => `${imports}window.__remixRouteModules = {${modules.join(",")}};\nshell.takeOver();`);
}
