import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { serveMocks } from "#mocks/serve.ts";
import { launchBrowser } from "../../scripts/browser.js";
import { httpRequest } from "./request.ts";
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

test("a list that fails after a client navigation is a toast too, and Retry loads the projects once the worker is back", async () => {
  const site = await runWithFailingWorker();
  const browser = await launchBrowser();
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
