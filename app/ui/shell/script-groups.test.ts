import { expect, it } from "vitest";
import { groupScripts } from "./script-groups.ts";

const TEXT = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/layout-1.js";
import * as route2 from "/assets/overview-1.js";
import * as route3 from "/assets/alone-1.js";

window.__remixRouteModules = {"root":route0,"routes/dashboard/layout":route1,"routes/dashboard/overview":route2,"routes/alone":route3};

import("/assets/entry.client-1.js");`;

const SHELL = { file: "/assets/shell-1.js", routes: ["root"] };
const OWN = {
  file: "/assets/own-1.js",
  routes: ["routes/dashboard/layout", "routes/dashboard/overview", "routes/dashboard/name"],
};

it("loads each group that a page has a route of once, and every other route by its own file", () => {
  expect(groupScripts(TEXT, { shell: SHELL, own: OWN }).split("\n").filter(Boolean)).toEqual([
    'import "/assets/manifest-1.js";',
    'import * as route3 from "/assets/alone-1.js";',
    'import * as shell from "/assets/shell-1.js";',
    'import * as own from "/assets/own-1.js";',
    'window.__remixRouteModules = {...shell.modules,...own.modules,"routes/alone":route3};',
    "shell.takeOver();",
  ]);
});

it("leaves out a group that the page has no route of", () => {
  const other = { file: "/assets/other-1.js", routes: ["routes/other"] };
  expect(groupScripts(TEXT, { shell: SHELL, other })).not.toContain("other-1.js");
});

it("leaves the text as Remix wrote it where nothing is grouped, as in development", () => {
  expect(groupScripts(TEXT, {})).toBe(TEXT);
});

it("throws when Remix writes its module script in another shape", () => {
  expect(() => groupScripts('import("/assets/entry.client-1.js");', { shell: SHELL })).toThrow("another shape");
});
