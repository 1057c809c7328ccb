/** Every test twice, with JavaScript and without: copy this file. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  // As on a busy machine. Playwright's own half minute is too short there.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  projects: [{ name: "js" }, { name: "no-js", use: { javaScriptEnabled: false } }],
});
