/** The migrations of this build: vite.config.ts puts them in. */
declare const SCHEMA_VERSIONS: readonly string[];
/** The version of this build, "0.1.0+3f9c0d1": package.json's, and what tells its sources from others. */
declare const SITE_VERSION: string;
/** The versions of Node that it was tried on: package.json's engines, "^20.19.0 || ^22.13.0". */
declare const NODE_RANGES: string;
/** The files of the browser that hold several routes each (scripts/script-groups.ts); none in development. */
declare const SCRIPT_GROUPS: Record<string, { file: string; routes: readonly string[] }>;
