// What the database's queries cost as an agency grows, on PostgreSQL 15: npm run bench -- growth [--large]
// It needs no build, and measures nothing else.
import { spawnSync } from "node:child_process";

export function measureGrowth() {
  const GROWTH = process.argv.includes("--large") ? "1000,10000,100000" : "1000,10000";
  const words = ["vitest", "run", "--config", "tests/vitest.config.ts", "tests/growth/measure.test.ts"];
  const { status } = spawnSync("npx", words, { stdio: "inherit", env: { ...process.env, GROWTH } });
  process.exit(status ?? 1);
}
