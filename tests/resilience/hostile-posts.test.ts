import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderPostText } from "#app/routes/blog/article.server.ts";
import { launchBrowser } from "../../scripts/browser.js";
import { GOOD_ADDRESSES, LINK_PLACES } from "../hostile-addresses.ts";
import { type Case, SETS } from "./hostile-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ORIGIN = "http://hostile.test";

/** A page without a Content-Security-Policy that records what runs and what is requested from other hosts. */
async function openPage(): Promise<{ page: Page; requests: string[]; dialogs: string[] }> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`) && request.url() !== "about:srcdoc") requests.push(request.url());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route("**/*", (route) => {
    const isPage = route.request().url() === `${ORIGIN}/blog/a-post`;
    return route.fulfill({ status: isPage ? 200 : 404, contentType: "text/html", body: "<!doctype html><p>a" });
  });
  await page.goto(`${ORIGIN}/blog/a-post`);
  return { page, requests, dialogs };
}

/**
 * In the browser: parses each HTML in its own document, sends every element the events of a visitor, and returns what is wrong.
 */
async function findFaults(items: Case[]): Promise<string[]> {
  const TAGS = /^(P|A|BR|STRONG|EM|DEL|CODE|PRE|BLOCKQUOTE|UL|OL|LI|H[2-6]|HR|TABLE|THEAD|TBODY|TR|T[HD]|IMG|DIV)$/;
  const NAMES =
    /^(href|src|alt|title|align|start|target|rel|id|class|tabindex|role|aria-label|width|height|loading|decoding)$/;
  // A URL that the browser cannot parse has no protocol.
  const SCHEMES = /^(https?|ircs?|mailto|xmpp|):$/;
  const checks = items.map(async ([name, html]) => {
    const wrong: string[] = [];
    const frame = document.createElement("iframe");
    frame.srcdoc = `<!doctype html><base href="${location.href}"><script>hit = () => { document.hits = (document.hits || 0) + 1; };</script><main><section>${html}</section></main><p id="after">after`;
    await new Promise((loaded) => {
      frame.onload = loaded;
      document.body.append(frame);
    });
    const inner = frame.contentDocument as Document & { hits?: number };
    const all = [...inner.querySelectorAll("section *")];
    inner.addEventListener("click", (event) => event.preventDefault(), true);
    for (const element of all) {
      const { tagName, attributes, className, id } = element;
      if (!TAGS.test(tagName)) wrong.push(`element ${tagName}`);
      for (const attribute of attributes) if (!NAMES.test(attribute.name)) wrong.push(`attribute ${attribute.name}`);
      if (!/^(scroll|task)?$/.test(className)) wrong.push(`class ${className}`);
      if (!/^(part-.*)?$/.test(id)) wrong.push(`id ${id}`);
      const { protocol, href } = element as HTMLAnchorElement;
      if (tagName === "A" && !SCHEMES.test(protocol)) wrong.push(`link to ${href}`);
      const { src } = element as HTMLImageElement;
      if (tagName === "IMG" && !/^\/pictures\/[a-z-]+\.svg$/.test(src.slice(location.origin.length)))
        wrong.push(`picture ${src}`);
      for (const type of ["mouseover", "focus", "click", "toggle", "animationstart"])
        element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    }
    const isWhole =
      inner.querySelector("body > #after") &&
      inner.querySelectorAll("section, main, base, script, p#after").length === 5;
    if (!isWhole) wrong.push("the page around it is changed");
    if (inner.hits) wrong.push(`it ran ${inner.hits} times`);
    frame.remove();
    return wrong.map((problem) => `${name}: ${problem}`);
  });
  return (await Promise.all(checks)).flat();
}

test.each(Object.entries(SETS))(
  "%s: no script runs, nothing is loaded, and only Markdown's elements are rendered",
  async (what, cases) => {
    const { page, requests, dialogs } = await openPage();
    const problems: string[] = [];
    for (let first = 0; first < cases.length; first += 50) {
      const part = cases.slice(first, first + 50);
      const htmls = await Promise.all(
        part.map(async ([name, text]): Promise<Case> => [name, (await renderPostText(text, "Business")).html]),
      );
      problems.push(...(await page.evaluate(findFaults, htmls)));
    }
    process.stdout.write(`${what}: ${cases.length} texts\n`);
    expect(problems).toEqual([]);
    expect([...requests, ...dialogs]).toEqual([]);
    await page.close();
  },
  180_000,
);

test("the detector finds scripts, handlers, links and markup that were not sanitised", async () => {
  const { page } = await openPage();
  const found = await page.evaluate(findFaults, [
    ["script", "<script>hit()</script>"],
    ["handler", "<img src=x onerror=hit()>"],
    ["link", "<a href='&#1;java&Tab;script:hit()'>a</a>"],
    ["end", "</section></main><p id=after>"],
    ["click", "<a href=# onclick=hit()>a</a>"],
  ] satisfies Case[]);
  for (const what of ["script: it ran", "handler: it ran", "link: link to", "end: the page", "click: it ran"]) {
    expect(found.join("\n")).toContain(what);
  }
  await page.close();
});

test("a permitted link is unchanged in every place", async () => {
  const { page } = await openPage();
  const places = LINK_PLACES.filter(([name]) => /^a link|reference link$/.test(name));
  const cases = GOOD_ADDRESSES.flatMap((to) => places.map(([, text]) => [to, text(to)] as const));
  const links = await Promise.all(
    cases.map(async ([to, text]) => [to, (await renderPostText(text, "Business")).html] as const),
  );
  const seen = await page.evaluate(
    (all) =>
      all.map(([to, html]) => {
        const link = Object.assign(document.createElement("div"), { innerHTML: html }).querySelector("a");
        return [to, link?.getAttribute("href"), link?.target, link?.rel];
      }),
    links,
  );
  expect(seen).toEqual(cases.map(([to]) => [to, to, "_blank", "noopener"]));
  await page.close();
});
