import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";
import { browserTypes } from "./scripts/browser-types.ts";
import { buildFacts } from "./scripts/build-facts.js";
import { expectedWarnings } from "./scripts/expected-warnings.ts";
import { groupFiles, SERVER_ONLY, scriptGroups } from "./scripts/script-groups.ts";

/** Adds the entries of our processes to the server build. It runs after Remix, which replaces all inputs with its own. */
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
                desk: "app/server/desk-command.server.ts",
                "sandbox-desk": "mocks/desk.ts",
                "sandbox-snapshot": "mocks/snapshot.ts",
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

/** Getters of the code we load only return values. A second pass saves 0.3 %. */
const TERSER = {
  ecma: 2020,
  module: true,
  compress: { ecma: 2020, pure_getters: true, passes: 2 },
  format: { comments: false },
} as const;

/**
 * Replacements for modules in the browser's build: one of Remix's for security, the others for the gate of script bytes
 * (decision 033).
 */
const REPLACED: Record<string, string> = {
  // v3_lazyRouteDiscovery is off, so the module is never used: 1 KB of each page's script.
  "fog-of-war": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    export const getPartialManifest = (manifest) => manifest;`,
  // Remix's own calls any constructor that an error names (GHSA-337j-9hxr-rhxg, not fixed in Remix 2).
  errors: `
    import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
    export const deserializeErrors = (errors) => {
      for (const route in errors) {
        const { __type, message, status, statusText, data, internal } = errors[route];
        errors[route] = __type === "Error" ? new Error(message) : new ErrorResponse(status, statusText, data, internal);
      }
      return errors;
    };`,
  // The record form gets the fields of these types from its page (decision 066).
  "rare-types": "export const RARE_TYPES = [];",
};

const replacedModules: Plugin = {
  name: "replaced-modules",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  load: (id) => REPLACED[/(?:@remix-run\/react\/dist\/esm|app\/dns)\/([\w-]+)\.[jt]s$/.exec(id)?.[1] ?? ""],
  // Assigning displayName keeps unused components, such as Remix's links, in the build: 1 KB of each page's script.
  transform: (code, id) =>
    id.includes("@remix-run/react") ? code.replace(/^\w+\.displayName = "\w+";$/gm, "") : undefined,
};

/**
 * Leaves these routes out of the browser's build. In the manifest they would cost every visitor 0.3 KB, and tell them that
 * there is a desk.
 */
const serverOnlyRoutes: Plugin = {
  name: "server-only-routes",
  // After Remix, which writes the imports of a route's browser module in its own transform.
  enforce: "post",
  apply: "build",
  transform: (_code, id) =>
    SERVER_ONLY.test(id) && id.endsWith("?__remix-build-client-route") ? { code: "export {};", map: null } : undefined,
  // Remix writes the browser's manifest during the server build. Compressed copies are made afterwards.
  async writeBundle() {
    const folder = path.resolve("build/client/assets");
    const names = (await readdir(folder).catch(() => [])).filter((name) => /^manifest-.*\.js$/.test(name));
    await Promise.all(names.map((name) => pruneManifest(path.join(folder, name))));
  },
};

async function pruneManifest(file: string): Promise<void> {
  const [, before = "", json = "", after = ""] =
    /^(window\.__remixManifest=)(.*)(;)$/s.exec(await readFile(file, "utf8")) ?? [];
  if (json === "") throw new Error("Remix's manifest has another shape.");
  const manifest = JSON.parse(json);
  const routes = Object.entries(manifest.routes).filter(([id]) => !SERVER_ONLY.test(id));
  await writeFile(file, `${before}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })}${after}`);
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|html|webmanifest)$/;

/** Writes a .br and a .gz beside every text file of the browser's build, so that a request needs no compression. */
const precompress: Plugin = {
  name: "precompress",
  // Runs after the server build, which comes last and writes the browser's manifest.
  apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async closeBundle() {
    const folder = path.resolve("build/client");
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
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
    replacedModules,
    browserTypes,
    tailwindcss(),
    remix(remixOptions),
    processEntries,
    scriptGroups,
    serverOnlyRoutes,
    expectedWarnings,
    precompress,
  ],
  // Browsers on cheap phones support es2020; the server needs top-level await.
  build: {
    target: isSsrBuild ? "node20" : "es2020",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // Slower than esbuild, whose scripts are 5 % larger on the wire (docs/performance.md, "Mechanisms at the edges").
    ...(isSsrBuild ? {} : { minify: "terser" as const, terserOptions: TERSER }),
  },
  // Packages that the browser loads in development; add a new one here. Vite would discover them during the first visit,
  // reload the page half-way, and include packages of the server.
  optimizeDeps: { include: ["@conform-to/react", "@headlessui/react", "react-dom"], noDiscovery: true },
  clearScreen: false,
  // The migrations that this build needs (for /readyz), its version, and the files of its script groups.
  define: { ...buildFacts(), ...(isSsrBuild && { SCRIPT_GROUPS: JSON.stringify(groupFiles()) }) },
}));
