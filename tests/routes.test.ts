import { existsSync, readdirSync, readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADDRESSES } from "#app/routes/addresses.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { FORMS } from "./forms.ts";
import { newBrowser } from "./integration/browser.ts";
import { openMemory } from "./integration/open-memory.ts";
import { renderPage } from "./integration/render-page.ts";
import { PAGES } from "./pages.ts";

type Route = {
  default?: unknown;
  handle?: { hydrate?: string; areas?: string };
  meta?: unknown;
  action?: unknown;
  clientAction?: unknown;
  shouldRevalidate?: unknown;
};

const modules = import.meta.glob<Route>("../app/routes/**/*.{ts,tsx}");
const moduleOf = async (file: string): Promise<Route> => (await modules[`../app/${file}`]?.()) ?? {};
const AREAS = readdirSync("app/ui/styles/areas").map((name) => name.replace(".css", ""));

/** Pages without a social image that search engines may index; robots.txt excludes them. */
const NOT_HIDDEN = ["/login", "/login/forgot", "/login/resend"];

const DNS = "/dashboard/domains/:domain/dns";
/** Pages whose forms have only buttons, or the fields of a listed form. */
const FORMS_WITHOUT_FIELDS = [
  "/logout",
  "/newsletter/one-click",
  "/stop/:token",
  "/move/:token",
  "/*",
  "/dashboard/*",
  "/desk/*",
  "/desk/people/:id/export",
  DNS,
  `${DNS}/:record/edit`,
  `${DNS}/:record/delete`,
  `${DNS}/history/:job`,
];

/** Fields that scripts render, or that only some visitors see. */
const OPTIONAL_FIELDS = ["turnstileToken", "answer", "challenge", "draft"];
/** The page that repeats any form that was sent with an ended session. */
const REPEATS_ANY_FORM = "/login/again";

/** Returns the field names of a page's forms that post to its own path. */
function renderedFields(html: string, path: string): string[] {
  const { document } = new JSDOM(html).window;
  const own = [...document.forms].filter((form) => form.getAttribute("action")?.split("?")[0] === path.split("?")[0]);
  return own.flatMap((form) => [...form.querySelectorAll("[name]")].map((field) => field.getAttribute("name") ?? ""));
}

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

test("every route file is in the route registry", () => {
  const files = readdirSync("app/routes", { recursive: true, encoding: "utf8" })
    .map((name) => `routes/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/ui\//.test(name));
  const routeFiles = files.filter((name) =>
    /^export (default |(async )?function (loader|action)\b)/m.test(readFileSync(`app/${name}`, "utf8")),
  );
  const registered = [
    "routes/site/layout.tsx",
    "routes/dashboard/layout.tsx",
    "routes/desk/layout.tsx",
    ...ADDRESSES.map(({ file }) => file),
  ];
  const unregistered = routeFiles.filter((name) => !registered.includes(name));
  expect(unregistered, "Add a line in app/routes.ts for each of these files").toEqual([]);
  const missing = registered.filter((file) => !existsSync(`app/${file}`));
  expect(missing, "app/routes.ts names these files, which do not exist").toEqual([]);
});

test("tests/forms.ts has every form", async () => {
  const known = FORMS.map(([path]) => path.replace(/\?.*/, ""));
  const forms = await Promise.all(
    ADDRESSES.map(async ({ path, file }) => ((await moduleOf(file)).action === undefined ? [] : [path])),
  );
  const isKnown = (path: string) => known.some((one) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(one));
  const missing = forms.flat().filter((path) => !FORMS_WITHOUT_FIELDS.includes(path) && !isKnown(path));
  expect(missing, "Add the forms of these pages to FORMS in tests/forms.ts").toEqual([]);
});

test("every field in tests/forms.ts is rendered in its page", async () => {
  const differences: string[] = [];
  for (const [path, typed, along = {}] of FORMS) {
    const { html } = await renderPage(newBrowser(), path);
    const rendered = renderedFields(html, path);
    // A private page, or one whose form needs a link.
    if (rendered.length === 0 || path.startsWith(REPEATS_ANY_FORM)) continue;
    const listed = [...typed.filter((name) => !OPTIONAL_FIELDS.includes(name)), ...Object.keys(along)];
    differences.push(...listed.filter((name) => !rendered.includes(name)).map((name) => `${path} lacks ${name}`));
    const lacksHoneypot = rendered.includes("website_2") && !rendered.includes("stamp") && !("website_2" in along);
    if (lacksHoneypot) differences.push(`${path} has website_2`);
  }
  const advice =
    "FORMS in tests/forms.ts and the forms differ: correct one of them (website_2 belongs to ChallengeFields)";
  expect(differences, advice).toEqual([]);
});

test("every area's style sheet is used", async () => {
  const used = await Promise.all(PAGES.map(async ({ file }) => (await moduleOf(file)).handle?.areas?.split(" ") ?? []));
  const unused = AREAS.filter((area) => !used.flat().includes(area));
  expect(unused, "No page uses these sheets of app/ui/styles/areas: name each in a page's handle.areas").toEqual([]);
});

describe.each(PAGES)("$path", ({ path, file, imageText, visits }) => {
  test("exports a component, a title and when its scripts load, and keeps the input of its form", async () => {
    const route = await moduleOf(file);
    expect(typeof route.default, `app/${file} has no component: export one as default, or rename it to .ts`).toBe(
      "function",
    );
    expect(route.meta, `app/${file} has no title: export meta, built with pageMeta`).toBeTypeOf("function");
    const hydrate = `app/${file} does not say when its scripts load: export const handle = { hydrate: "never" } for a page that is only read, "intent" for one with a form or other interaction, "idle" for a page of the account (docs/decisions/003-hydrate-on-intent.md)`;
    expect(["never", "intent", "idle"], hydrate).toContain(route.handle?.hydrate);
    if (route.action === undefined || route.handle?.hydrate === "never") return;
    const kept = `app/${file} has a form and would lose its input: export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts"`;
    expect([typeof route.clientAction, typeof route.shouldRevalidate], kept).toEqual(["function", "function"]);
  });

  test("links its style sheets, on a full load and on a client navigation", async () => {
    const { handle } = await moduleOf(file);
    const areas = handle?.areas?.split(" ") ?? [];
    const unknown = areas.filter((area) => !AREAS.includes(area));
    expect(unknown, `app/${file} names sheets that are not in app/ui/styles/areas`).toEqual([]);
    const text = readFileSync(`app/${file}`, "utf8");
    const linked = [...text.matchAll(/areaSheet\("([\w-]+)", \w+\)/g)].map(([, area]) => area);
    const advice = `app/${file} must name the same areas twice: in handle.areas for a full load, and in links (areaSheet) for a client navigation`;
    expect(linked, advice).toEqual(areas);
  });

  test("requires signing in if it is in the dashboard; otherwise it is listed and cached, or hidden", async () => {
    const unlisted = `Add a URL of ${path} to EXAMPLES in tests/pages.ts, with names that exist in the sandbox`;
    expect(visits, unlisted).toBeDefined();
    for (const visit of visits ?? []) {
      const { status, to, html, headers } = await renderPage(newBrowser(), visit);
      if (/^\/(dashboard|desk)/.test(path)) {
        const guard = `${visit} is public: begin its loader with requireUser (app/accounts/auth.server.ts), or requireStaff at the desk`;
        expect([status, to], guard).toEqual([302, expect.stringMatching(/^\/login\b/)]);
      }
      if (visit !== path || status !== 200) continue;
      const isHidden = html.includes('<meta name="robots" content="noindex"');
      const advice = `${path} must either be listed(…) in app/routes.ts with the text of its social image, or have isHidden in its meta`;
      if (!NOT_HIDDEN.includes(path)) expect(isHidden, advice).toBe(imageText === undefined);
      const cached = `${path} is public and not cached: export headers, built with publicPage or formPage (app/platform/http/cache-headers.server.ts)`;
      if (imageText !== undefined) expect(headers.get("Cache-Control"), cached).toMatch(/^public/);
    }
  });
});
