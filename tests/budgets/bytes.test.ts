import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { COPY_SCRIPT } from "#app/routes/desk/ui/desk-facts.tsx";
import { DESK_SCRIPT } from "#app/routes/desk/ui/desk-keys.tsx";
import { EDITOR_SCRIPT } from "#app/routes/desk/ui/editor-script.tsx";
import { PAGES } from "../pages.ts";
import { httpRequest } from "../resilience/request.ts";
import { runSite, type Site } from "../resilience/run-site.ts";
import { fillZone } from "./fill-zone.ts";
import { weighModule, weighPage } from "./weigh.ts";

const KB = 1024;
/** The limit of a page of a hundred records: slightly more than one initial TCP window (RFC 6928). */
const HUNDRED_RECORDS_BYTES = 15 * KB;
const FIRST_VIEW_BYTES = 12 * KB;
/** Pages whose length depends on their content, such as search results, posts and a customer's domains. */
const LONG = /^\/(domains|dashboard)|^\/blog(\/|\?page)/;
/** One initial TCP window (RFC 6928) without the headers. */
const LONG_VIEW_BYTES = 14_000;
const BEFORE_INTENT_BYTES = KB;
/** The style sheet of the dashboard pages, which the browser caches for a year. */
const OWN_SHEET_BYTES = 5 * KB;
/** The style sheet of the desk, which its pages link beside the two of the dashboard pages. */
const DESK_SHEET_BYTES = 4 * KB;
/** Headless UI with our hooks, loaded at the first use of a menu. */
const MENU_BYTES = 10 * KB;

/** The scripts that a page loads at the first interaction. On a slow network each file costs a round trip. */
const SCRIPT = {
  plain: { bytes: 90 * KB, files: 6 },
  form: { bytes: 100 * KB, files: 8 },
  own: { bytes: 120 * KB, files: 3 },
};
/** Requests of a dashboard page from an empty cache: itself, its style sheets and its scripts. */
const OWN_PAGE_FILES = 6;

/** Nobody but staff sees the desk. Its sheet and its script have limits below. */
const isPublic = ({ path }: { path: string }) => !path.startsWith("/desk");
const VISITS = PAGES.filter(isPublic).flatMap(({ path, file, visits = [] }) =>
  visits.map((visit) => ({ visit, path, file })),
);
const HYDRATED = VISITS.filter(({ file }) => !read(`app/${file}`).includes('hydrate: "never"'));
const NO_PAGE = { visit: "/blog/nothing-here", path: "/blog/:slug", file: "routes/blog/post.tsx" };
const NOT_THERE = ["/blog/nothing-here", "/nowhere", "/dashboard/nowhere", "/refused"];

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});

const measured = new Map<string, ReturnType<typeof weighPage>>();
/** Returns the measurements of a page before any test changes data. */
function pageAt(visit: string) {
  const known = measured.get(visit) ?? weighPage(site, visit);
  measured.set(visit, known);
  return known;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

test.each([...VISITS, NO_PAGE])(
  "$visit fits the first round trip with its CSS and at most 1 KB of inline script",
  async ({ visit, path }) => {
    const page = await pageAt(visit);
    print(`${visit}: ${page.htmlBytes} B of HTML and CSS, of these ${page.inlineBytes} B of script`);
    expect(page.status).toBe(NOT_THERE.includes(visit) ? 404 : 200);
    const isOwn = /^\/(dashboard|profile)/.test(path);
    expect(
      // The common styles count here too, although the browser caches them.
      page.htmlBytes + (isOwn ? await bytesOfSheet("styles") : 0),
      "Shorten the page, or move its CSS to a sheet of its own (app/ui/styles/areas)",
    ).toBeLessThanOrEqual(LONG.test(visit) ? LONG_VIEW_BYTES : FIRST_VIEW_BYTES);
    expect(page.inlineBytes).toBeLessThanOrEqual(BEFORE_INTENT_BYTES);
    const sheets =
      "A dashboard page links styles.css and dashboard.css (app/routes/dashboard/layout.tsx), and no other page links a style sheet";
    expect(page.downloads, sheets).toEqual(isOwn ? Array(2).fill('<link rel="stylesheet"') : []);
  },
);

test.each(HYDRATED)(
  "$visit stays within its limits of script bytes and files after intent",
  async ({ visit, path, file }) => {
    const page = await pageAt(visit);
    const files = await weighModule(site, page.module);
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    const kind = kindOf(path, file);
    print(`${visit}, ${kind}: ${bytes} B of script after intent in ${files.size} files`);
    expect(files.size, "the manifest and the shell at least").toBeGreaterThanOrEqual(2);
    if (kind === "own") expect(1 + page.downloads.length + files.size).toBeLessThanOrEqual(OWN_PAGE_FILES);
    expect(
      bytes,
      `Load what few visitors use with import(), or give app/${file} a kind of its own in SCRIPT`,
    ).toBeLessThanOrEqual(SCRIPT[kind].bytes);
    expect(
      files.size,
      `Add modules that it shares with other pages to SHELL in scripts/script-groups.ts: ${[...files.keys()].join(", ")}`,
    ).toBeLessThanOrEqual(SCRIPT[kind].files);
  },
);

/** All dashboard pages load the same scripts. */
function kindOf(path: string, file: string): keyof typeof SCRIPT {
  if (/^\/(dashboard|profile)/.test(path)) return "own";
  return read(`app/${file}`).includes(" as clientAction") ? "form" : "plain";
}

test("Headless UI is loaded at the first use of a menu, not with a page, and stays within its bytes", async () => {
  const { module } = await pageAt("/");
  const withPage = [...(await weighModule(site, module)).keys()];
  const assets = "build/client/assets";
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const withHeadless = names.filter((name) => read(`${assets}/${name}`).includes("headlessui"));
  expect(withHeadless).toHaveLength(1);
  expect(withPage).not.toContain(`/assets/${withHeadless[0]}`);
  const files = await weighModule(site, `import "/assets/${withHeadless[0]}"`);
  const bytes = [...files].reduce((sum, [path, size]) => (withPage.includes(path) ? sum : sum + size), 0);
  print(`the menu: ${bytes} B of script at its first use`);
  expect(bytes).toBeLessThanOrEqual(MENU_BYTES);
});

test("a page contains its CSS once, and not again in its hydration data", async () => {
  const { html } = await pageAt("/contact");
  const css = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(css.length).toBeGreaterThan(2_000);
  // A piece from the middle without characters that JSON escapes.
  const piece = css.slice(css.length / 2).match(/[\w:;{}.,#-]{80}/)?.[0] ?? "";
  expect(html.split(piece)).toHaveLength(2);
});

test.each([
  ["dashboard", OWN_SHEET_BYTES],
  ["desk", DESK_SHEET_BYTES],
])("the style sheet %s.css stays within its bytes", async (name, most) => {
  const bytes = await bytesOfSheet(name);
  print(`${name}.css: ${bytes} B`);
  expect(bytes).toBeLessThanOrEqual(most);
});

test.each([
  ["an editor", EDITOR_SCRIPT],
  ["a payment", COPY_SCRIPT],
])("the scripts of the desk's page of %s stay within the bytes of a page's script", (page, script) => {
  const bytes = brotliCompressSync(DESK_SCRIPT + script).length;
  print(`the desk's page of ${page}: ${bytes} B of script`);
  expect(bytes).toBeLessThanOrEqual(BEFORE_INTENT_BYTES);
});

test("a page of a hundred records of all types stays within its bytes, with its hydration data", async () => {
  const list = await fillZone(site, "fundiwaviatu.co.ke", 120);
  const { html, htmlBytes } = await weighPage(site, list);
  print(`${list}, 100 records of 120: ${htmlBytes} B of HTML`);
  expect(html.match(/type="checkbox"/g)).toHaveLength(100);
  expect(htmlBytes, "Shorten a row and its data (record-table.tsx, packed-records.ts)").toBeLessThanOrEqual(
    HUNDRED_RECORDS_BYTES,
  );
});

test("docs/performance.md lists these gates", () => {
  const rows = read("docs/performance.md").matchAll(/^\|[^|]+\| ([\d,]+) B \|/gm);
  const documented = [...rows].map(([, gate = ""]) => Number(gate.replace(",", "")));
  const views = [FIRST_VIEW_BYTES, LONG_VIEW_BYTES, LONG_VIEW_BYTES, HUNDRED_RECORDS_BYTES];
  const scripts = Object.values(SCRIPT).map(({ bytes }) => bytes);
  expect(documented).toEqual([...views, BEFORE_INTENT_BYTES, ...scripts]);
});

/** Returns the compressed size of a CSS file. */
async function bytesOfSheet(name: string): Promise<number> {
  const file = readdirSync("build/client/assets").find((one) => one.startsWith(`${name}-`) && one.endsWith(".css"));
  const { body } = await httpRequest(site, `/assets/${file}`, { headers: { "Accept-Encoding": "br" } });
  return body.length;
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
