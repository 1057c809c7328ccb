// The sandbox: the mock providers and the site in one process.
import { startClock } from "./workbench/shift-date.js";

// msw reads localStorage, and newer versions of Node warn when it has no file.
Reflect.deleteProperty(globalThis, "localStorage");
process.env.NODE_ENV ??= "production";
startClock(process.env.SANDBOX_CLOCK);
const { startOrExplain } = await import("#app/server/start-or-explain.server.ts");
await startOrExplain(async () => {
  // Loaded first, so that invalid settings are reported at once.
  await import("#app/platform/env.server.ts");
  const { runSandbox } = await import("./sandbox.ts");
  await runSandbox();
});
