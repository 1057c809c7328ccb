import { readdirSync } from "node:fs";

/** The versions of the migrations that a build is made with: what their file names begin with. @returns {string[]} */
export function schemaVersions() {
  const files = readdirSync("supabase/migrations").filter((name) => name.endsWith(".sql"));
  return files.map((name) => name.slice(0, name.indexOf("_"))).sort();
}
