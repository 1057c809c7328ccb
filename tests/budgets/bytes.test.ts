import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { PAGES } from "../pages.ts";
import { httpRequest } from "../resilience/request.ts";
import { runSite, type Site } from "../resilience/run-site.ts";
import { fillZone } from "./fill-zone.ts";
import { weighModule, weighPage } from "./weigh.ts";

const KB = 1024;
/** A hundred records: a little more than one initial window of TCP holds (RFC 6928). */
const HUNDRED_RECORDS_BYTES = 15 * KB;
const FIRST_VIEW_BYTES = 12 * KB;
/** As long as what was asked for: an answer with names close to it, prices, a post or more and more of them, what a customer has. */
const LONG = /^\/(domains|dashboard)|^\/blog(\/|\?page)/;
/** One initial window of TCP (RFC 6928), less what the headers take. */
const LONG_VIEW_BYTES = 14_000;
const BEFORE_INTENT_BYTES = KB;
/** dashboard.css, which the browser keeps for a year: the rules and utilities of all of the customer's own pages. */
const OWN_SHEET_BYTES = 5 * KB;
/** Headless UI with our hooks: what the first use of a menu waits for. */
const MENU_BYTES = 10 * KB;

/** What a page loads at the first sign that somebody uses it. A slow network pays a round trip for each file. */
const SCRIPT = {
  plain: { bytes: 90 * KB, files: 6 },
  form: { bytes: 100 * KB, files: 8 },
  own: { bytes: 120 * KB, files: 3 },
};
/** A customer's own page from an empty cache: itself, its style sheets and its scripts. */
const OWN_PAGE_FILES = 6;

const VISITS = PAGES.flatMap(({ path, file, visits = [] }) => visits.map((visit) => ({ visit, path, file })));
const HYDRATED = VISITS.filter(({ file }) => !read(`app/${file}`).includes('hydrate: "never"'));
const NO_PAGE = { visit: "/blog/nothing-here", path: "/blog/:slug", file: "routes/blog/post.tsx" };
const NOT_THERE = ["/blog/nothing-here", "/nowhere", "/dashboard/nowhere", "/refused"];

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});

const weighed = new Map<string, ReturnType<typeof weighPage>>();
/** A page as it is before anybody has changed anything, weighed once. */
function pageAt(visit: string) {
  const known = weighed.get(visit) ?? weighPage(site, visit);
  weighed.set(visit, known);
  return known;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

test.each([...VISITS, NO_PAGE])(
  "$visit is complete in the first round trip, and runs and fetches next to no script",
  async ({ visit, path }) => {
    const page = await pageAt(visit);
    say(`${visit}: ${page.htmlBytes} B of HTML and CSS, of these ${page.inlineBytes} B of script`);
    expect(page.status).toBe(NOT_THERE.includes(visit) ? 404 : 200);
    const isOwn = /^\/(dashboard|profile)/.test(path);
    expect(
      // What other pages carry in themselves counts here too, though the browser keeps it.
      page.htmlBytes + (isOwn ? await bytesOfSheet("styles") : 0),
      "Say less, or give the page's CSS a sheet of its own (app/ui/styles/areas)",
    ).toBeLessThanOrEqual(LONG.test(visit) ? LONG_VIEW_BYTES : FIRST_VIEW_BYTES);
    expect(page.inlineBytes).toBeLessThanOrEqual(BEFORE_INTENT_BYTES);
    const sheets =
      "A customer's own page links styles.css and dashboard.css (app/routes/dashboard/layout.tsx), no other page links a sheet";
    expect(page.downloads, sheets).toEqual(isOwn ? Array(2).fill('<link rel="stylesheet"') : []);
  },
);

test.each(HYDRATED)(
  "$visit stays within its bytes of script after intent, in few files",
  async ({ visit, path, file }) => {
    const page = await pageAt(visit);
    const files = await weighModule(site, page.module);
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    const kind = kindOf(path, file);
    say(`${visit}, ${kind}: ${bytes} B of script after intent in ${files.size} files`);
    expect(files.size, "the manifest and the shell at least").toBeGreaterThanOrEqual(2);
    if (kind === "own") expect(1 + page.downloads.length + files.size).toBeLessThanOrEqual(OWN_PAGE_FILES);
    expect(
      bytes,
      `Let what few visitors use wait (import()), or give app/${file} a kind of its own in SCRIPT`,
    ).toBeLessThanOrEqual(SCRIPT[kind].bytes);
    expect(
      files.size,
      `Name what it shares with other pages in SHELL of scripts/script-groups.ts: ${[...files.keys()].join(", ")}`,
    ).toBeLessThanOrEqual(SCRIPT[kind].files);
  },
);

/** The scripts of all of a customer's own pages come together. */
function kindOf(path: string, file: string): keyof typeof SCRIPT {
  if (/^\/(dashboard|profile)/.test(path)) return "own";
  return read(`app/${file}`).includes(" as clientAction") ? "form" : "plain";
}

test("Headless UI comes when a menu is first used, not with a page, and is small", async () => {
  const { module } = await pageAt("/");
  const withPage = [...(await weighModule(site, module)).keys()];
  const assets = "build/client/assets";
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const withHeadless = names.filter((name) => read(`${assets}/${name}`).includes("headlessui"));
  expect(withHeadless).toHaveLength(1);
  expect(withPage).not.toContain(`/assets/${withHeadless[0]}`);
  const files = await weighModule(site, `import "/assets/${withHeadless[0]}"`);
  const bytes = [...files].reduce((sum, [path, size]) => (withPage.includes(path) ? sum : sum + size), 0);
  say(`the menu: ${bytes} B of script at its first use`);
  expect(bytes).toBeLessThanOrEqual(MENU_BYTES);
});

test("the CSS is in a page once, and not in the data that goes with it", async () => {
  const { html } = await pageAt("/contact");
  const css = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(css.length).toBeGreaterThan(2_000);
  // A piece from the middle of it, without the characters that JSON would write otherwise.
  const piece = css.slice(css.length / 2).match(/[\w:;{}.,#-]{80}/)?.[0] ?? "";
  expect(html.split(piece)).toHaveLength(2);
});

test("the style sheet of a customer's own pages is small", async () => {
  const bytes = await bytesOfSheet("dashboard");
  say(`dashboard.css: ${bytes} B`);
  expect(bytes).toBeLessThanOrEqual(OWN_SHEET_BYTES);
});

test("a hundred records of every kind are complete in the first round trip, with what scripts need of them", async () => {
  const list = await fillZone(site, "fundiwaviatu.co.ke", 120);
  const { html, htmlBytes } = await weighPage(site, list);
  say(`${list}, 100 records of 120: ${htmlBytes} B of HTML`);
  expect(html.match(/type="checkbox"/g)).toHaveLength(100);
  expect(htmlBytes, "Let a row and its data say less (record-table.tsx, packed-records.ts)").toBeLessThanOrEqual(
    HUNDRED_RECORDS_BYTES,
  );
});

test("docs/performance.md names these gates", () => {
  const rows = read("docs/performance.md").matchAll(/^\|[^|]+\| ([\d,]+) B \|/gm);
  const told = [...rows].map(([, gate = ""]) => Number(gate.replace(",", "")));
  const views = [FIRST_VIEW_BYTES, LONG_VIEW_BYTES, LONG_VIEW_BYTES, HUNDRED_RECORDS_BYTES];
  const scripts = Object.values(SCRIPT).map(({ bytes }) => bytes);
  expect(told).toEqual([...views, BEFORE_INTENT_BYTES, ...scripts]);
});

/** A sheet that is a file, on the wire. */
async function bytesOfSheet(name: string): Promise<number> {
  const file = readdirSync("build/client/assets").find((one) => one.startsWith(`${name}-`) && one.endsWith(".css"));
  const { body } = await httpRequest(site, `/assets/${file}`, { headers: { "Accept-Encoding": "br" } });
  return body.length;
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
