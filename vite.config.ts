import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { minify } from "terser";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";
import { buildFacts } from "./scripts/build-facts.js";
import { groupFiles, scriptGroups } from "./scripts/script-groups.ts";
import { takePackagesIn } from "./scripts/take-packages-in.js";

/** Remix forces its own inputs; a plugin that comes after it adds the process's entries to the server build. */
const processEntries: Plugin = {
  name: "process-entries",
  enforce: "post",
  apply: "build",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: {
                index: "virtual:remix/server-build",
                start: "app/server/start.server.ts",
                sandbox: "mocks/start.ts",
                doctor: "app/doctor/start.server.ts",
                "sandbox-doctor": "mocks/doctor.ts",
              },
              output: {
                entryFileNames: "[name].js",
                chunkFileNames: "chunks/[name]-[hash].js",
                hoistTransitiveImports: false,
              },
            },
          },
        }
      : undefined,
};

/** A start finds, reads and links a dozen files, not 900: half the work (decision 047). */
const packagesWithin: Plugin = {
  name: "packages-within",
  apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  closeBundle: () => takePackagesIn("build/server"),
};

/** A third pass finds nothing more (decision 033). Nothing we load has getters that do more than get. */
const TERSER = {
  ecma: 2020,
  module: true,
  compress: { passes: 2, ecma: 2020, pure_getters: true },
  format: { comments: false },
} as const;

/** Scripts that are written into pages are text, which nothing else minifies: 40 bytes of each page. */
const smallInlineScripts: Plugin = {
  name: "small-inline-scripts",
  enforce: "pre",
  apply: "build",
  async transform(code, id) {
    if (!/\/ui\/(?:frame\/)?(starter|menu-script|restore-scroll)\.tsx?$/.test(id)) return;
    const [whole, text] = /const source = `([^`]+)`/.exec(code) ?? [];
    if (whole === undefined || text === undefined) throw new Error(`${id} has no script.`);
    const small = await minify(text, TERSER);
    return code.replace(whole, () => `const source = ${JSON.stringify(small.code)}`);
  },
};

/** Vite wraps every lazy import in 500 bytes that preload its CSS; lazy code of ours has none. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  apply: "build",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
};

/** Parts of Remix for what this site does not do, or must not, and what stands in their place: 1.2 KB of what every phone loads (decision 033). */
const UNUSED: Record<string, string> = {
  // v3_lazyRouteDiscovery is off.
  "fog-of-war": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    export const getPartialManifest = (manifest) => manifest;`,
  // Remix's own calls whatever constructor an error's name names (GHSA-337j-9hxr-rhxg, not mended in Remix 2).
  errors: `
    import { UNSAFE_ErrorResponseImpl as Refusal } from "@remix-run/router";
    export const deserializeErrors = (errors) => {
      for (const route in errors) {
        const { __type, message, status, statusText, data, internal } = errors[route];
        errors[route] = __type === "Error" ? new Error(message) : new Refusal(status, statusText, data, internal);
      }
      return errors;
    };`,
};

const withoutUnused: Plugin = {
  name: "without-unused",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  load: (id) => UNUSED[/@remix-run\/react\/dist\/esm\/([\w-]+)\.js$/.exec(id)?.[1] ?? ""],
  // A name for developers keeps a component in the build that nobody uses: Remix's own links, 0.9 KB.
  transform: (code, id) =>
    id.includes("@remix-run/react") ? code.replace(/^\w+\.displayName = "\w+";$/gm, "") : undefined,
};

/**
 * Remix's manifest for the browser without what only preloading asks for, which no page does (decision 003): the files that each
 * route imports, and what is false or empty. 600 bytes of what every phone loads.
 */
function leanManifest(text: string): string {
  const [, before = "", json = "", after = ""] = /^(window\.__remixManifest=)(.+?)(;?)$/s.exec(text) ?? [];
  if (json === "") throw new Error("Remix's manifest is spelt otherwise than this knows.");
  const { routes, ...manifest } = JSON.parse(json);
  const lean = Object.entries<Record<string, unknown>>(routes).map(([id, { imports, css, ...route }]) => [
    id,
    Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)),
  ]);
  return before + JSON.stringify({ ...manifest, routes: Object.fromEntries(lean) }) + after;
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|html|webmanifest)$/;

/** Writes a .br and a .gz beside every text file of the browser's build, so that serving one costs no work. */
const precompress: Plugin = {
  name: "precompress",
  // The server's build comes last and writes one more file for the browser: Remix's manifest.
  apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async closeBundle() {
    const folder = path.resolve("build/client");
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
    const manifest = path.join(folder, names.find((name) => /(^|\/)manifest-\w+\.js$/.test(name)) ?? "");
    await writeFile(manifest, leanManifest(await readFile(manifest, "utf8")));
    await Promise.all(
      names
        .filter((name) => COMPRESSIBLE.test(name))
        .map(async (name) => {
          const file = path.join(folder, name);
          const text = await readFile(file);
          await Promise.all([
            writeFile(`${file}.br`, await brotli(text)),
            writeFile(`${file}.gz`, await zip(text, { level: 9 })),
          ]);
        }),
    );
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    smallInlineScripts,
    plainImports,
    withoutUnused,
    tailwindcss(),
    remix(remixOptions),
    processEntries,
    packagesWithin,
    scriptGroups,
    precompress,
  ],
  // es2020 is what the cheap phones' browsers have; the server needs top-level await.
  build: {
    target: isSsrBuild ? "node20" : "es2020",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // Slower than esbuild and 2 % smaller on the wire, which is what the cheap phones pay for.
    ...(isSsrBuild ? {} : { minify: "terser" as const, terserOptions: TERSER }),
  },
  // What the browser loads in development. Found out at the first visit instead, it would reload the page half-way, and
  // the server's packages would be among it. A new package of the browser has to be added.
  optimizeDeps: { include: ["@conform-to/react", "@headlessui/react", "react-dom"], noDiscovery: true },
  clearScreen: false,
  // The migrations that this build needs, for /readyz, and its version.
  define: { ...buildFacts(), ...(isSsrBuild && { SCRIPT_GROUPS: JSON.stringify(groupFiles()) }) },
}));
