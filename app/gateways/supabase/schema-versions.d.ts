/** The migrations of this build: vite.config.ts puts them in. */
declare const SCHEMA_VERSIONS: readonly string[];
