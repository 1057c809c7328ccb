import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";

/**
 * Returns the path of the newest Node of a major version for this machine, installed once from the package registry. Returns
 * undefined if it is not available.
 */
export function fetchNode(major) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = `.cache/nodes/${major}`;
  const program = `${folder}/node_modules/${name}/bin/node`;
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    process.stdout.write(`Fetching Node ${major} …\n`);
    const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    spawnSync("npm", [...args, `${name}@${major}`], { stdio: ["ignore", "ignore", "inherit"] });
  }
  return existsSync(program) ? program : undefined;
}
