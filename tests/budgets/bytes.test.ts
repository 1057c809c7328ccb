import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { STARTER } from "#app/ui/frame/starter.ts";
import { ask } from "../faults/ask.ts";
import { runSite, type Site } from "../faults/run-site.ts";
import { signedIn, weighModule, weighPage } from "./weigh.ts";

const KB = 1024;
/** One initial window of TCP (RFC 6928), less what the headers take. */
const FIRST_VIEW_BYTES = 13 * KB;
const BEFORE_INTENT_BYTES = KB;
const STARTER_BYTES = 700;
/** Headless UI with our hooks: what the first use of a menu waits for. */
const MENU_BYTES = 10 * KB;

const PAGES = [
  ["/", 200],
  ["/domains", 200],
  ["/domains?q=njeri-shop.com", 200],
  ["/domains?q=taken-njeri.com", 200],
  ["/domains?q=njeri.co.ke", 200],
  ["/domains/board?names=njeri-shop.com%0Ataken-njeri.com", 200],
  ["/domains/board?name=njeri-shop", 200],
  ["/domains/pricing", 200],
  ["/domains/pricing?filter=org", 200],
  ["/projects", 200],
  ["/projects/1", 200],
  ["/projects/2?demo=1", 200],
  ["/contact", 200],
  ["/contact?domain=njeri.co.ke", 200],
  ["/contact?plan=deluxe", 200],
  ["/login", 200],
  ["/login?tab=signup", 200],
  ["/nowhere", 404],
  ["/blog", 200],
  ["/blog?page=4", 200],
  ["/blog?category=%23ThatsTheSPIRIT", 200],
  ["/blog?q=mail", 200],
  ["/blog/what-are-tlds-and-why-they-matter-for-your-brand", 200],
  // The longest of our posts, its text counted like everything else.
  ["/blog/your-first-dns-records-explained-over-chai", 200],
  ["/blog/nothing-here", 404],
  ["/privacy", 200],
  ["/terms", 200],
  ["/cookies", 200],
  ["/stride", 200],
  ["/stride/confirm?token=x", 200],
  ["/newsletter", 200],
  ["/newsletter/confirm?token=x", 200],
  ["/newsletter/unsubscribe?token=x", 200],
] as const;

const SCRIPTS_AFTER_INTENT = [
  ["/", "plain", 82 * KB],
  ["/domains", "plain", 82 * KB],
  ["/domains/board?name=njeri-shop", "plain", 82 * KB],
  ["/domains/pricing", "plain", 82 * KB],
  ["/projects", "plain", 82 * KB],
  ["/projects/2", "plain", 82 * KB],
  ["/blog", "plain", 82 * KB],
  ["/contact", "form", 92 * KB],
  ["/login", "form", 92 * KB],
  ["/stride", "form", 92 * KB],
] as const;

/** Pages of somebody who is signed in, with the most names the sandbox has. */
const OWN_PAGES = [
  ["/dashboard", 110 * KB],
  ["/dashboard?q=njeri", 110 * KB],
  ["/dashboard/orders", 84 * KB],
  ["/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke", 94 * KB],
  ["/dashboard/domains/mamamboga.co.ke/dns", 110 * KB],
  ["/dashboard/domains/mamamboga.co.ke/dns/add", 110 * KB],
  ["/dashboard/domains/mamamboga.co.ke/dns/live", 110 * KB],
  ["/dashboard/domains/mamamboga.co.ke/dns/mail", 110 * KB],
] as const;

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});

const say = (line: string) => process.stdout.write(`${line}\n`);

test.each(PAGES)(
  "%s is complete in the first round trip, and runs and fetches next to no script",
  async (path, status) => {
    const page = await weighPage(site, path);
    say(`${path}: ${page.htmlBytes} B of HTML and CSS, of these ${page.inlineBytes} B of script`);
    expect(page.status).toBe(status);
    expect(page.htmlBytes).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    expect(page.inlineBytes).toBeLessThanOrEqual(BEFORE_INTENT_BYTES);
    expect(page.downloads).toEqual([]);
  },
);

test.each(SCRIPTS_AFTER_INTENT)(
  "%s, a %s page, stays within its bytes of script after intent",
  async (path, _kind, reach) => {
    const { module } = await weighPage(site, path);
    const files = await weighModule(site, module);
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    say(`${path}: ${bytes} B of script after intent in ${files.size} files`);
    expect(files.size, "the entry, the manifest and three routes at least").toBeGreaterThanOrEqual(5);
    expect(bytes).toBeLessThanOrEqual(reach);
  },
);

test("a customer's own pages are complete in the first round trip too, and stay within their script", async () => {
  const session = await signedIn(site);
  for (const [path, reach] of OWN_PAGES) {
    const page = await weighPage(site, path, session);
    const files = await weighModule(site, page.module);
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    say(`${path}: ${page.htmlBytes} B of HTML and CSS, ${bytes} B of script after intent`);
    expect(page.status, path).toBe(200);
    expect(page.htmlBytes, path).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    // Their style sheet alone is a file of its own.
    expect(page.downloads, path).toEqual(['<link rel="stylesheet"']);
    expect(bytes, path).toBeLessThanOrEqual(reach);
  }
});

test("Headless UI comes when a menu is first used, not with a page, and is small", async () => {
  const { module } = await weighPage(site, "/");
  const withPage = [...(await weighModule(site, module)).keys()];
  const assets = "build/client/assets";
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const withHeadless = names.filter((name) => readFileSync(`${assets}/${name}`, "utf8").includes("headlessui"));
  expect(withHeadless).toHaveLength(1);
  expect(withPage).not.toContain(`/assets/${withHeadless[0]}`);
  const files = await weighModule(site, `import "/assets/${withHeadless[0]}"`);
  const bytes = [...files].reduce((sum, [path, size]) => (withPage.includes(path) ? sum : sum + size), 0);
  say(`the menu: ${bytes} B of script at its first use`);
  expect(bytes).toBeLessThanOrEqual(MENU_BYTES);
});

test("the CSS is in a page once, and not in the data that goes with it", async () => {
  const { html } = await weighPage(site, "/contact");
  const css = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(css.length).toBeGreaterThan(2_000);
  // A piece from the middle of it, without the characters that JSON would write otherwise.
  const piece = css.slice(css.length / 2).match(/[\w:;{}.,#-]{80}/)?.[0] ?? "";
  expect(html.split(piece)).toHaveLength(2);
});

test("the style sheet of a customer's own pages is small", async () => {
  const name = readdirSync("build/client/assets").find((file) => /^own-pages-.*\.css$/.test(file));
  const { body } = await ask(site, `/assets/${name}`, { headers: { "Accept-Encoding": "br" } });
  say(`${name}: ${body.length} B`);
  expect(body.length).toBeLessThanOrEqual(2 * KB);
});

test("the starter is small", () => {
  expect(brotliCompressSync(STARTER).length).toBeLessThanOrEqual(STARTER_BYTES);
});
