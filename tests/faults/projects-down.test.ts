import { chromium, type Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { serveMocks } from "#mocks/serve.ts";
import { findBrowser } from "../../.config/browser.js";
import { ask, newVisitor } from "./ask.ts";
import { makeFolder, REAL, runSite, type Site } from "./run-site.ts";

let worker: { port: number };
beforeAll(async () => {
  worker = await serveMocks({ port: 0, dataDir: await makeFolder() });
});

/** Tells the pretended worker how to answer. What the site has kept from before stays, so each test has its own site. */
const tell = (mode: string) => ask(worker, "/projects-mode", { method: "POST", body: mode });
const get = (site: Site, path: string) => ask(site, path, { headers: newVisitor() });

async function runDown(mode = "error500") {
  expect((await tell(mode)).status).toBe(200);
  const projects = { PROJECTS_URL: `http://127.0.0.1:${worker.port}/worker/projects` };
  return runSite("real", { ...REAL, ...projects, LOG_LEVEL: "silent" });
}

test.each(["error500", "refuse", "garbage", "timeout"])(
  "a worker that answers with %s is told on the page, with a way to try again; other pages are as always",
  async (mode) => {
    const site = await runDown(mode);
    const paths = ["/projects", "/projects/2"];
    const pages = await Promise.all(paths.map(async (path) => ({ path, page: await get(site, path) })));
    for (const { path, page } of pages) {
      expect([page.status, page.headers["cache-control"]]).toEqual([503, "private, no-cache"]);
      expect(page.text).toContain("Error loading projects");
      expect(page.text).toContain("Failed to fetch project data. Please try again later.");
      expect(page.text).toMatch(new RegExp(`<a[^>]* href="${path}"[^>]*><span>Retry</span>`));
      expect(page.text).not.toContain("Failed to fetch projects: ");
    }
    expect((await get(site, "/")).status).toBe(200);
    await tell("ok");
    expect((await get(site, "/projects")).text).toContain("Mama Njeri Foods");
    // Kept from now on: what happens to the worker is not seen.
    await tell(mode);
    for (const path of paths) expect((await get(site, path)).status).toBe(200);
    await site.stop("SIGTERM");
  },
);

test("a worker without projects is no failure", async () => {
  const site = await runDown("empty");
  const page = await get(site, "/projects");
  expect(page.status).toBe(200);
  expect(page.text).toContain("No projects available at the moment.");
});

test("odd rows are left out, and the others stand", async () => {
  const site = await runDown("odd");
  const { text } = await get(site, "/projects");
  expect(text.match(/<li class="work">/g)).toHaveLength(2);
});

test.each([true, false])(
  "Retry brings the projects once the worker is well again, scripts: %s",
  async (javaScriptEnabled) => {
    const site = await runDown();
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const context = await browser.newContext({ javaScriptEnabled, baseURL: `http://127.0.0.1:${site.port}` });
      const page = await context.newPage();
      await page.goto("/contact");
      if (javaScriptEnabled) await enhance(page);
      await page.locator("footer").getByRole("link", { name: "Projects" }).click();
      await page.getByText("Error loading projects").waitFor();
      await page.getByRole("link", { name: "Retry" }).click();
      await page.getByText("Error loading projects").waitFor();
      await tell("ok");
      await page.getByRole("link", { name: "Retry" }).click();
      await page.getByRole("heading", { name: "Mama Njeri Foods" }).waitFor();
      expect(await page.locator(".work").count()).toBe(9);
    } finally {
      await browser.close();
    }
  },
);

async function enhance(page: Page) {
  await page.getByLabel("Your name").focus();
  await page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith("__react")),
  );
}
