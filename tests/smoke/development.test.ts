import { expect, test } from "vitest";
import { launchBrowser } from "../../scripts/browser.js";
import { contactFields } from "../resilience/request.ts";
import { makeReadyFolder, readOutbox, runSite } from "../resilience/run-site.ts";

// This builds the site in development mode, which takes fifteen seconds of CPU time.
test.runIf(process.env.LONG === "1")(
  "in development a page hydrates without console errors, and its form is sent",
  async () => {
    const site = await runSite(["scripts/dev.js"], { DATA_DIR: await makeReadyFolder() });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      // The test's own timeout ends a hanging page.
      page.setDefaultTimeout(0);
      const consoleErrors: string[] = [];
      page.on("pageerror", (error) => consoleErrors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") consoleErrors.push(message.text());
      });
      await page.goto(`http://127.0.0.1:${site.port}/contact`, { waitUntil: "networkidle" });
      await page.waitForFunction(() =>
        Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith("__react")),
      );
      const { name, email, subject, message } = contactFields();
      await page.getByLabel("Your name").fill(name);
      await page.getByLabel("E-mail").first().fill(email);
      await page.getByLabel("Subject").fill(subject);
      await page.getByLabel("Message").fill(message);
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByText("Message sent successfully").first().waitFor();
      expect(consoleErrors).toEqual([]);
      // The sandbox's clock moves here, too.
      const clock = `http://127.0.0.1:${site.sandboxPort}/clock`;
      const readTime = async () => Date.parse((await (await fetch(clock)).json()).now);
      const before = await readTime();
      const moved = await (await fetch(clock, { method: "POST", body: '{"advance":"2d"}' })).json();
      expect(moved).toMatchObject({ ran: expect.arrayContaining(["reminders"]) });
      expect((await readTime()) - before).toBeGreaterThanOrEqual(2 * 24 * 3600_000);
      expect((await readOutbox(site)).filter(({ text }) => text.includes(`<${email}>`))).toHaveLength(1);
    } finally {
      await browser.close();
    }
    expect(await site.stop("SIGTERM")).toBe(0);
  },
);
