// The benchmark: npm run bench [-- --quick]. Prints one table and writes .cache/bench.json. No test: figures depend on the
// machine, so everything is set beside a floor measured in the same run (docs/performance.md).
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { buildIfStale, checkNode, installIfStale } from "../../scripts/prepare.js";

checkNode();
installIfStale();
buildIfStale();
const { measureCachedPage } = await import("./cached-page.js");
const { measureRenderedPage } = await import("./rendered-page.js");
const { measureStart } = await import("./start-and-memory.js");
const { measurePages } = await import("./pages.js");
const { serveProviders } = await import("./providers.js");
const { measureZones } = await import("./zones.js");
const { measureTasks } = await import("./tasks.js");
const { tableOf } = await import("./table.js");

const isQuick = process.argv.includes("--quick");
const folder = ".cache/bench";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const production = {
  name: "production",
  entry: "build/server/start.js",
  settings: await serveProviders(),
  addressHeader: "X-Forwarded-For",
};
const sandbox = {
  name: "sandbox",
  entry: "scripts/start.js",
  settings: { DATA_DIR: `${folder}/data` },
  addressHeader: "X-Sandbox-Address",
};
const effort = { folder, rounds: isQuick ? 3 : 7, seconds: isQuick ? 1 : 3 };
const drawn = { ...effort, path: "/domains?q=taken-x.com" };

const figures = {
  date: new Date().toISOString(),
  machine: { node: process.version, processor: cpus()[0]?.model, cores: cpus().length },
  cached: [
    await cached(production, "silent", "log off", "≥ 0.7"),
    await cached(production, "info", "log on", "≥ 0.4"),
    await cached(sandbox, "info", "sandbox, log on", ""),
  ],
  rendered: [
    { name: production.name, ...(await measureRenderedPage({ ...production, ...drawn })) },
    { name: sandbox.name, ...(await measureRenderedPage({ ...sandbox, ...drawn })) },
  ],
  starts: [
    { name: "npm start", ...(await measureStart({ ...sandbox, ...drawn })) },
    { name: production.name, ...(await measureStart({ ...production, ...drawn })) },
  ],
  ...(await measureZones({ ...sandbox, settings: { DATA_DIR: `${folder}/zones` }, folder, rounds: isQuick ? 5 : 15 })),
  ...(await measureTasks({
    ...sandbox,
    settings: { DATA_DIR: `${folder}/tasks` },
    folder,
    rounds: isQuick ? 1 : 3,
    only: isQuick ? "record" : undefined,
  })),
  ...(await measurePages({ ...sandbox, folder, rounds: isQuick ? 1 : 5 })),
};
writeFileSync(".cache/bench.json", `${JSON.stringify(figures, null, 2)}\n`);
process.stdout.write(`${tableOf(figures)}\n`);
if (figures.cached.some(({ clientCpu }) => clientCpu > 0.9)) {
  process.stdout.write("\nThe load generator was as busy as the server: the raw floor is higher than shown.\n");
}
process.exit();

async function cached({ entry, settings }, level, name, reach) {
  const measured = await measureCachedPage({ entry, settings: { ...settings, LOG_LEVEL: level }, ...effort });
  return { name, reach, ...measured };
}
