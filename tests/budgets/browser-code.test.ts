import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const ASSETS = "build/client/assets";
const names = readdirSync(ASSETS);
const scripts = names.filter((name) => name.endsWith(".js")).map((name) => [name, read(`${ASSETS}/${name}`)] as const);

/** A string of each package that survives minification, and a file that contains it, so that the test fails when it changes. */
const SERVER_ONLY = [
  ["zod", "invalid_union", "node_modules/zod/v4/core/schemas.js"],
  ["tldts", "allowIcannDomains", "node_modules/tldts/dist/cjs/index.js"],
  ["supabase", "X-Client-Info", "node_modules/@supabase/supabase-js/dist/index.cjs"],
  ["libphonenumber", "TOLL_FREE", "node_modules/libphonenumber-js/es6/helpers/getNumberType.js"],
  ["pino", "asJson", "node_modules/pino/lib/tools.js"],
  ["marked", "walkTokens", "node_modules/marked/lib/marked.esm.js"],
  ["dompurify", "ALLOWED_URI_REGEXP", "node_modules/dompurify/dist/purify.es.mjs"],
  ["jsdom", "runScripts", "node_modules/jsdom/lib/api.js"],
  ["the pages of bills", "Lipa na M-PESA", "app/routes/pay/ui/bill-card.tsx"],
  ["Remix's error deserializer", "__subType", "node_modules/@remix-run/react/dist/esm/errors.js"],
] as const;

test.each(SERVER_ONLY)("no code of %s reaches the browser", (_name, word, source) => {
  expect(read(source)).toContain(word);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter(([, code]) => code.includes(word)).map(([name]) => name)).toEqual([]);
});

test("CSS is in no script, and only the dashboard, the desk and the areas have CSS files", () => {
  const sheets = names.filter((name) => name.endsWith(".css")).map((name) => name.replace(/-[\w-]{8}\.css$/, ""));
  const areas = readdirSync("app/ui/styles/areas").map((name) => name.replace(".css", ""));
  expect(sheets.sort()).toEqual([...areas, "dashboard", "desk", "styles"].sort());
  // Only a style sheet contains these strings of the design tokens.
  expect(read("app/ui/styles/tokens.css")).toContain("prefers-color-scheme");
  const withCss = scripts.filter(([, code]) => /@media|@layer|\{--[\w-]+:/.test(code)).map(([name]) => name);
  expect(withCss).toEqual([]);
});

test("every script file exists with brotli and gzip compression", () => {
  const missing = scripts.flatMap(([name]) => [`${name}.br`, `${name}.gz`]).filter((name) => !names.includes(name));
  expect(missing).toEqual([]);
});

test("all Remix packages have one exact version, because hydration on intent depends on the markup of its scripts", () => {
  const all = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies });
  // These packages have their own versions.
  const apart = ["@remix-run/multipart-parser", "@remix-run/node-fetch-server"];
  const remix = all.filter(([name]) => name.startsWith("@remix-run/") && !apart.includes(name));
  expect(remix.length).toBeGreaterThan(3);
  expect(remix.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(new Set(remix.map(([, version]) => version)).size, "one version of all").toBe(1);
});

function read(file: string): string {
  return readFileSync(file, "utf8");
}
