import { expect, it } from "vitest";
import { groupScripts } from "./page-scripts.tsx";

const TEXT = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/layout-1.js";
import * as route2 from "/assets/alone-1.js";

window.__remixRouteModules = {"root":route0,"routes/dashboard/layout":route1,"routes/alone":route2};

import("/assets/entry.client-1.js");`;

const GROUPS = {
  shell: { file: "/assets/shell-1.js", routes: ["root"] },
  account: { file: "/assets/account-1.js", routes: ["routes/dashboard/layout", "routes/dashboard/name"] },
  other: { file: "/assets/other-1.js", routes: ["routes/other"] },
};

it("loads the groups of the page's routes once each, other routes by their own file, and no other group", () => {
  expect(groupScripts(TEXT, GROUPS).split("\n").filter(Boolean)).toEqual([
    'import "/assets/manifest-1.js";',
    'import * as route2 from "/assets/alone-1.js";',
    'import * as shell from "/assets/shell-1.js";',
    'import * as account from "/assets/account-1.js";',
    'window.__remixRouteModules = {...shell.modules,...account.modules,"routes/alone":route2};',
    "shell.hydratePage();",
  ]);
});

it("leaves Remix's text unchanged without groups, as in development", () => {
  expect(groupScripts(TEXT, {})).toBe(TEXT);
});

it("throws when Remix's module script has another shape", () => {
  expect(() => groupScripts('import("/assets/entry.client-1.js");', GROUPS)).toThrow("another shape");
});
