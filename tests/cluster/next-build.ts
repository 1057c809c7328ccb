import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const HASHED = /^(.+-)([\w-]{7,8})(\.\w+)$/;
const TEXT = /\.(?:js|css)$/;

/**
 * Copies the build into a folder as another release: all hashed browser files get other names. Returns the folder and their
 * URLs.
 */
export function makeNextBuild(folder: string, release: string) {
  cpSync("build", path.join(folder, "build"), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  cpSync("package.json", path.join(folder, "package.json"));
  const assets = path.join(folder, "build/client/assets");
  const renamed = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    // The compressed files contain the old names.
    if (/\.(?:br|gz)$/.test(name)) rmSync(path.join(assets, name));
    const [, before, hash, end] = HASHED.exec(name) ?? [];
    if (before === undefined || hash === undefined) continue;
    // A hash may begin as the release does by chance.
    const start = hash.startsWith(release) ? release.toUpperCase() : release;
    renamed.set(name, `${before}${start}${hash.slice(release.length)}${end}`);
  }
  const name = new RegExp([...renamed.keys()].map((one) => one.replace(/[.$]/g, "\\$&")).join("|"), "g");
  for (const file of readdirSync(path.join(folder, "build"), { recursive: true, encoding: "utf8" })) {
    if (!TEXT.test(file)) continue;
    const place = path.join(folder, "build", file);
    const text = readFileSync(place, "utf8");
    const changed = text.replace(name, (one) => renamed.get(one) ?? one);
    if (changed !== text) writeFileSync(place, changed);
  }
  for (const [from, to] of renamed) {
    cpSync(path.join(assets, from), path.join(assets, to));
    rmSync(path.join(assets, from));
  }
  return { folder, assets: assetsOf(folder) };
}

/** Returns the URLs of the hashed files of a folder's build. */
export function assetsOf(folder: string): string[] {
  const names = readdirSync(path.join(folder, "build/client/assets"));
  return names.filter((name) => HASHED.test(name) && !/\.(?:br|gz)$/.test(name)).map((name) => `/assets/${name}`);
}
