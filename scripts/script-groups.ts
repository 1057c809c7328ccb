import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import routes, { type RouteEntry } from "../app/routes.ts";

/** Modules that go to the shell, with all that they import: what every page may need, and what forms share. */
const SHELL = [
  "app/ui/shell/hydrate-page.tsx",
  "app/ui/shell/area-sheet.ts",
  "app/ui/feedback/failure-page.tsx",
  "app/routes/site/ui/frame.tsx",
  "app/ui/forms/keep-typed.ts",
  "app/ui/feedback/banner.tsx",
  "app/ui/feedback/flash-area.tsx",
  "app/ui/shell/page-meta.ts",
  "app/routes/domains/ui/search-bar.tsx",
  "app/ui/forms/search-form.tsx",
  "app/ui/feedback/empty.tsx",
  "app/ui/feedback/toast.tsx",
  "app/ui/forms/use-is-searching.ts",
  "app/ui/forms/use-history-navigations.ts",
  "app/ui/shell/use-root-data.ts",
  "app/ui/forms/use-page-form.ts",
  "app/ui/forms/field.tsx",
  "app/ui/forms/form-problems.tsx",
  "app/ui/forms/input-props.ts",
  "app/platform/http/request-limits.ts",
  "app/platform/money.ts",
];

/** Routes of pages without scripts, which are loaded as documents: the desk, bills, services, the control of a name, and mailed links. */
export const SERVER_ONLY =
  /\broutes[/\\](?:desk[/\\]|pay[/\\]|dashboard[/\\]services[/\\]|(?:contact[/\\]thread|dashboard[/\\]control|account[/\\](?:stop|move))(?:\.tsx|$))/;

/** Pages of the account that no scripts hydrate: they have files of their own, for a navigation by scripts. */
const NEVER_HYDRATED = [
  ...["own-step", "own-data", "copies", "close"].map((page) => `routes/account/${page}.tsx`),
  ...["orders/several", "orders/change", "dns/selection", "unknown-page"].map((page) => `routes/dashboard/${page}.tsx`),
];

const ACCOUNT_PAGES = pagesOf(layoutAt("routes/dashboard/layout.tsx", routes)).filter(
  (file) => !SERVER_ONLY.test(file),
);

/**
 * Routes whose scripts are one file, because each request costs a round trip. `shell` is for every page. `account` has the
 * pages of the account, so the browser can render all of them after it has loaded one.
 */
const GROUPS = {
  shell: ["root.tsx", "routes/site/layout.tsx"],
  account: ACCOUNT_PAGES.filter((file) => !NEVER_HYDRATED.includes(file)),
};

function layoutAt(file: string, entries: RouteEntry[]): RouteEntry {
  const found = flat(entries).find((route) => route.file === file);
  if (!found) throw new Error(`${file} is not in app/routes.ts.`);
  return found;
}

/** Returns the files of a route and its children that render something. */
function pagesOf(route: RouteEntry): string[] {
  return flat([route])
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".tsx"));
}

function flat(entries: RouteEntry[]): RouteEntry[] {
  return entries.flatMap((route) => [route, ...flat(route.children ?? [])]);
}

const idOf = (file: string) => file.replace(/\.tsx$/, "");
const VIRTUAL = "virtual:scripts-of/";

/** Returns the source of a group's entry module, which exports the modules of its routes by route id. */
function codeOf(group: string, files: string[]): string {
  const imports = files.map(
    (file, index) => `import * as route${index} from ${JSON.stringify(path.resolve("app", file))};`,
  );
  const modules = files.map((file, index) => `${JSON.stringify(idOf(file))}: route${index}`);
  const hydrateExport =
    group === "shell"
      ? `export { hydratePage } from ${JSON.stringify(path.resolve("app/ui/shell/hydrate-page.tsx"))};`
      : "";
  return [...imports, hydrateExport, `export const modules = { ${modules.join(", ")} };`].join("\n");
}

type Info = { isEntry: boolean; importedIds: readonly string[] } | null;

/**
 * Returns a function that takes a module's id and returns the name of its chunk; undefined lets Rollup decide. Modules that
 * account pages share with public pages go to the shell, so that neither needs the other's file.
 */
function chunkAssigner(ids: string[], infoOf: (id: string) => Info) {
  const withImports = (roots: string[]) => {
    const seen = new Set(roots);
    for (const id of seen) for (const imported of infoOf(id)?.importedIds ?? []) seen.add(imported);
    return seen;
  };
  const accountRoutes = new Set(ACCOUNT_PAGES.map((file) => path.resolve("app", file)));
  const isAccountEntry = (id: string) => id === `\0${VIRTUAL}account` || accountRoutes.has(id.split("?")[0] ?? "");
  const account = withImports([`\0${VIRTUAL}account`]);
  const elsewhere = withImports(ids.filter((id) => infoOf(id)?.isEntry && !isAccountEntry(id)));
  const shell = withImports([`\0${VIRTUAL}shell`, ...SHELL.map((file) => path.resolve(file))]);
  return (id: string) => {
    if (shell.has(id)) return "shell";
    return account.has(id) ? (elsewhere.has(id) ? "shell" : "account") : undefined;
  };
}

let chunkOf: ReturnType<typeof chunkAssigner> | undefined;

/** The Vite plugin that builds the groups. Fewer, larger files also compress better. */
export const scriptGroups: Plugin = {
  name: "script-groups",
  enforce: "post",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
  load(id) {
    const group = Object.entries(GROUPS).find(([name]) => id === `\0${VIRTUAL}${name}`);
    return group && codeOf(...group);
  },
  buildStart() {
    for (const name of Object.keys(GROUPS)) {
      this.emitFile({ type: "chunk", id: VIRTUAL + name, name, preserveSignature: "allow-extension" });
    }
  },
  config: () => ({
    build: {
      rollupOptions: {
        output: {
          // The manifest lists every file name and hashes do not compress, so hashes are short: 7 characters (42 bits) are
          // enough for 100 files.
          entryFileNames: "assets/[name]-[hash:7].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
          manualChunks: (id, { getModuleInfo, getModuleIds }) => {
            chunkOf ??= chunkAssigner([...getModuleIds()], (one) => getModuleInfo(one));
            return chunkOf(id);
          },
        },
      },
    },
  }),
};

/** Returns the file and the routes of each group in a finished build. */
export function groupFiles(folder = "build/client/assets") {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    Object.entries(GROUPS).map(([group, files]) => {
      const name = names.find((one) => one.startsWith(`${group}-`) && one.endsWith(".js"));
      return [group, { file: `/assets/${name}`, routes: files.map(idOf) }];
    }),
  );
}
