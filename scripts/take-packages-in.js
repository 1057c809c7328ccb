import { readdir, rm } from "node:fs/promises";
import { build } from "esbuild";

/** Packages that have files other than scripts, and those that are loaded when they are first needed, if ever. */
const STAY_OUTSIDE = [
  "@electric-sql/pglite",
  "@redis/client",
  "@supabase/lite",
  "bcryptjs",
  "dompurify",
  "jsdom",
  "sharp",
];

/**
 * Writes the packages that a server build imports into it: its entries stay where they are, and what they share lies in parts/
 * instead of chunks/. React and others choose their fast form here, whatever NODE_ENV a process has. Nothing is made short, so
 * that the log's stack traces name our functions, and a comment above each file's code its path.
 * @param {string} folder
 */
export async function takePackagesIn(folder) {
  const names = await readdir(folder);
  await build({
    entryPoints: names.filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`),
    outdir: folder,
    allowOverwrite: true,
    chunkNames: "parts/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: STAY_OUTSIDE,
    define: { "process.env.NODE_ENV": '"production"' },
    // For packages that are no modules and ask for parts of Node.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  await rm(`${folder}/chunks`, { recursive: true });
}
