import { beforeAll } from "vitest";
import { runSite, type Site } from "../run-site.ts";

/** The sandbox that the tests in this folder share. */
export let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});
