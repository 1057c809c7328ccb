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

/** A page that redirects, which robots.txt leaves out. */
const FOUND_ALL_THE_SAME = ["/login", "/login/forgot", "/login/resend"];

const DNS = "/dashboard/domains/:domain/dns";
/** Pages whose forms have only buttons, or the fields of a listed form. */
const NOTHING_TYPED = [
  "/logout",
  "/newsletter/one-click",
  "/*",
  "/dashboard/*",
  DNS,
  `${DNS}/:record/edit`,
  `${DNS}/:record/delete`,
  `${DNS}/history/:job`,
];

/** Fields that scripts render, or that only some visitors see. */
const FOR_SOME = ["turnstileToken", "answer", "question", "draft"];
/** It accepts every form that was sent with an ended session. */
const FOR_ANY_FORM = "/login/again";

/** Returns the field names of a page's forms that post to its own path. */
function fieldsDrawn(html: string, path: string): string[] {
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
  const answering = files.filter((name) =>
    /^export (default |(async )?function (loader|action)\b)/m.test(readFileSync(`app/${name}`, "utf8")),
  );
  const mapped = ["routes/site/layout.tsx", "routes/dashboard/layout.tsx", ...ADDRESSES.map(({ file }) => file)];
  const lost = answering.filter((name) => !mapped.includes(name));
  expect(lost, "No address leads to these files: give each a line in app/routes.ts").toEqual([]);
  const missing = mapped.filter((file) => !existsSync(`app/${file}`));
  expect(missing, "app/routes.ts names these files, which are not there").toEqual([]);
});

test("tests/forms.ts has every form", async () => {
  const known = FORMS.map(([path]) => path.replace(/\?.*/, ""));
  const forms = await Promise.all(
    ADDRESSES.map(async ({ path, file }) => ((await moduleOf(file)).action === undefined ? [] : [path])),
  );
  const isKnown = (path: string) => known.some((one) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(one));
  const missing = forms.flat().filter((path) => !NOTHING_TYPED.includes(path) && !isKnown(path));
  expect(missing, "These have a form: say what is typed in it in FORMS of tests/forms.ts").toEqual([]);
});

test("every field in tests/forms.ts is in its page", async () => {
  const unlike: string[] = [];
  for (const [path, typed, along = {}] of FORMS) {
    const { html } = await renderPage(newBrowser(), path);
    const drawn = fieldsDrawn(html, path);
    // A private page, or one whose form needs a link.
    if (drawn.length === 0 || path.startsWith(FOR_ANY_FORM)) continue;
    const said = [...typed.filter((name) => !FOR_SOME.includes(name)), ...Object.keys(along)];
    unlike.push(...said.filter((name) => !drawn.includes(name)).map((name) => `${path} lacks ${name}`));
    const isTrap = drawn.includes("website_2") && !drawn.includes("stamp") && !("website_2" in along);
    if (isTrap) unlike.push(`${path} has website_2`);
  }
  const both =
    "FORMS of tests/forms.ts and the forms themselves differ: draw what is lacking (website_2 is that of ChallengeFields), or say what is there";
  expect(unlike, both).toEqual([]);
});

test("every area's style sheet is used", async () => {
  const worn = await Promise.all(PAGES.map(async ({ file }) => (await moduleOf(file)).handle?.areas?.split(" ") ?? []));
  const unworn = AREAS.filter((area) => !worn.flat().includes(area));
  expect(unworn, "No page wears these sheets of app/ui/styles/areas: name each in a page's handle.areas").toEqual([]);
});

describe.each(PAGES)("$path", ({ path, file, card, visits }) => {
  test("is a page with everything that Remix and the browser need", async () => {
    const route = await moduleOf(file);
    expect(typeof route.default, `app/${file} draws nothing: export a component as default, or call it .ts`).toBe(
      "function",
    );
    expect(route.meta, `app/${file} has no title: export meta, made by pageMeta`).toBeTypeOf("function");
    const hydrate = `app/${file} does not say when its scripts come: export const handle = { hydrate: "never" } for what is only read, "intent" for what has a form or reacts, "idle" for a customer's own page (docs/decisions/003-hydrate-on-intent.md)`;
    expect(["never", "intent", "idle"], hydrate).toContain(route.handle?.hydrate);
    if (route.action === undefined || route.handle?.hydrate === "never") return;
    const kept = `app/${file} has a form and would lose what was typed: export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts"`;
    expect([typeof route.clientAction, typeof route.shouldRevalidate], kept).toEqual(["function", "function"]);
  });

  test("links its style sheets, on a full load and on a client navigation", async () => {
    const { handle } = await moduleOf(file);
    const areas = handle?.areas?.split(" ") ?? [];
    const unknown = areas.filter((area) => !AREAS.includes(area));
    expect(unknown, `app/${file} wears sheets that are not in app/ui/styles/areas`).toEqual([]);
    const text = readFileSync(`app/${file}`, "utf8");
    const linked = [...text.matchAll(/areaSheet\("([\w-]+)", \w+\)/g)].map(([, area]) => area);
    const both = `app/${file} says its areas twice, and differently: handle.areas is for whoever loads the page, links (areaSheet) for whoever goes on to it`;
    expect(linked, both).toEqual(areas);
  });

  test("is reachable for its audience", async () => {
    const unsaid = `tests/pages.ts does not know an address of ${path}: say one in SHOWN, with names that the sandbox has`;
    expect(visits, unsaid).toBeDefined();
    for (const visit of visits ?? []) {
      const { status, to, html, headers } = await renderPage(newBrowser(), visit);
      if (path.startsWith("/dashboard")) {
        const guard = `${visit} is shown to whoever asks: begin its loader with requireUser (app/http/auth.server.ts)`;
        expect([status, to], guard).toEqual([302, expect.stringMatching(/^\/login\b/)]);
      }
      if (visit !== path || status !== 200) continue;
      const isHidden = html.includes('<meta name="robots" content="noindex"');
      const twofold = `${path}: either everybody may find it, and app/routes.ts has it as listed(…) with what its card says, or it says isHidden in its meta`;
      if (!FOUND_ALL_THE_SAME.includes(path)) expect(isHidden, twofold).toBe(card === undefined);
      const cached = `${path} is the same for everybody and is drawn for each: export headers, made by publicPage or formPage (app/http/cache-headers.server.ts)`;
      if (card !== undefined) expect(headers.get("Cache-Control"), cached).toMatch(/^public/);
    }
  });
});
