import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";

/** The sources that decide whether two builds are the same. */
const SOURCES = ["app", "public", "supabase/migrations", "package-lock.json"];

/** Returns the versions of the migrations, which their file names begin with. @returns {string[]} */
export function schemaVersions() {
  const files = readdirSync("supabase/migrations").filter((name) => name.endsWith(".sql"));
  return files.map((name) => name.slice(0, name.indexOf("_"))).sort();
}

/** Returns the constants that Vite inserts into the code (app/server/build-facts.d.ts). */
export function buildFacts() {
  const { version, engines } = JSON.parse(readFileSync("package.json", "utf8"));
  return {
    SCHEMA_VERSIONS: JSON.stringify(schemaVersions()),
    SITE_VERSION: JSON.stringify(siteVersion(version)),
    NODE_RANGES: JSON.stringify(engines.node),
    SCRIPT_GROUPS: "{}",
  };
}

/** Returns the version of package.json with a hash of the sources. @param {string} version */
function siteVersion(version) {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(file).update(readFileSync(file));
  return `${version}+${hash.digest("hex").slice(0, 7)}`;
}

/** @param {string} place @returns {string[]} */
function filesBelow(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(`${place}/${name}`));
}
