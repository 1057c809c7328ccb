// Measurements that need no build, each alone: npm run bench -- growth [--large], npm run bench -- newsletter
import { spawnSync } from "node:child_process";

/** Makes the measurement that the arguments name, and ends the process. Returns if they name none. */
export function measureAlone() {
  // What the database's queries cost as an agency grows, on PostgreSQL 15.
  const GROWTH = process.argv.includes("--large") ? "1000,10000,100000" : "1000,10000";
  if (process.argv.includes("growth")) run("measure", { GROWTH });
  // How long an issue of the newsletter takes to 10,000 subscribers, with a fake mail server.
  if (process.argv.includes("newsletter")) run("issue-rate", { NEWSLETTER: "10000,1000" });
}

function run(name, settings) {
  const words = ["vitest", "run", "--config", "tests/vitest.config.ts", `tests/growth/${name}.test.ts`];
  const { status } = spawnSync("npx", words, { stdio: "inherit", env: { ...process.env, ...settings } });
  process.exit(status ?? 1);
}
