import { chromium, type Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { serveMocks } from "#mocks/serve.ts";
import { findBrowser } from "../../scripts/browser.js";
import { httpRequest, newVisitor } from "./request.ts";
import { makeFolder, REAL, runSite } from "./run-site.ts";

let worker: { port: number };
beforeAll(async () => {
  worker = await serveMocks({ port: 0, dataDir: await makeFolder() });
});

/** Sets how the fake worker responds. The site caches its responses, so each test has its own site. */
const setMode = (mode: string) => httpRequest(worker, "/projects-mode", { method: "POST", body: mode });

async function runWithFailingWorker() {
  expect((await setMode("error500")).status).toBe(200);
  const projects = { PROJECTS_URL: `http://127.0.0.1:${worker.port}/worker/projects` };
  return runSite("real", { ...REAL, ...projects, LOG_LEVEL: "silent" });
}

// The ways in which a worker fails: app/projects/projects.api.server.test.ts.
test("a failing worker is reported on its page with Retry, and other pages work", async () => {
  const site = await runWithFailingWorker();
  const get = (path: string) => httpRequest(site, path, { headers: newVisitor() });
  const paths = ["/projects", "/projects/2"];
  for (const path of paths) {
    const page = await get(path);
    expect([page.status, page.headers["cache-control"]]).toEqual([503, "private, no-cache"]);
    expect(page.text).toContain("Error loading projects");
    expect(page.text).toContain("Failed to fetch project data. Please try again later.");
    expect(page.text).toMatch(new RegExp(`<a[^>]* href="${path}"[^>]*><span>Retry</span>`));
    expect(page.text).not.toContain("Failed to fetch projects: ");
  }
  expect((await get("/")).status).toBe(200);
  await setMode("ok");
  // This is the target of Retry without scripts.
  expect((await get("/projects")).text).toContain("Mama Njeri Foods");
  // The projects are cached from now on, so the worker's failures are not visible.
  await setMode("error500");
  for (const path of paths) expect((await get(path)).status).toBe(200);
});

test("a list that fails after a client navigation is a toast too, and Retry loads the projects once the worker is back", async () => {
  const site = await runWithFailingWorker();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${site.port}` });
    // The test's own timeout ends a hanging page.
    page.setDefaultTimeout(0);
    await page.goto("/contact");
    await hydrate(page);
    await page.locator("footer").getByRole("link", { name: "Projects" }).click();
    await page.locator(".banner").getByText("Error loading projects").waitFor();
    await page.locator(".toast").getByText("Error loading projects").waitFor();
    await page.getByRole("link", { name: "Retry" }).click();
    // Without a client navigation the error is only in the page.
    await page.locator(".toast").waitFor({ state: "detached" });
    await page.locator(".banner").getByText("Error loading projects").waitFor();
    await setMode("ok");
    await page.getByRole("link", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Mama Njeri Foods" }).waitFor();
    expect(await page.locator(".work").count()).toBe(9);
  } finally {
    await browser.close();
  }
});

/** Waits until the page is hydrated. */
async function hydrate(page: Page) {
  await page.getByLabel("Your name").focus();
  await page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith("__react")),
  );
}
