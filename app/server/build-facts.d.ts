/** The versions of the migrations of this build; vite.config.ts inserts them. */
declare const SCHEMA_VERSIONS: readonly string[];
/** The version of this build, "0.1.0+3f9c0d1": that of package.json and a hash of the sources. */
declare const SITE_VERSION: string;
/** The tested versions of Node: package.json's engines, "^20.19.0 || ^22.13.0". */
declare const NODE_RANGES: string;
/** The browser files with several routes each (scripts/script-groups.ts); empty in development. */
declare const SCRIPT_GROUPS: Record<string, { file: string; routes: readonly string[] }>;
