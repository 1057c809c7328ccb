// A part of the build: makes the database files with which the first start of a sandbox begins.
import settings from "#app/platform/settings.json" with { type: "json" };
import { startOrExplain } from "#app/server/start-or-explain.server.ts";
import { startClock } from "./workbench/shift-date.js";

// A build may have the settings of a real site, and this needs none.
for (const { name } of settings) Reflect.deleteProperty(process.env, name);
// So that times in the database do not depend on the day of the build.
startClock("2026-11-28T09:00+03:00");
await startOrExplain(async () => {
  const { makeSnapshot } = await import("./database/make-snapshot.ts");
  await makeSnapshot();
  process.exit(0);
});
