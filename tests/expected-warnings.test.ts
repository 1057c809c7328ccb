import { expect, test } from "vitest";
import { expectedWarnings } from "../scripts/expected-warnings.ts";

const isShown = (log: Parameters<typeof expectedWarnings.onLog>[1]) =>
  expectedWarnings.onLog("warn", log) === undefined;

test("the build is silent about empty modules of routes without a page, and about no other empty file", () => {
  const parsed = (id: string, exports: string[]) =>
    expectedWarnings.moduleParsed({ id: `/app/routes/${id}?__remix-build-client-route`, exports });
  parsed("robots.ts", []);
  parsed("home/page.tsx", ["default"]);
  expectedWarnings.moduleParsed({ id: "/app/ui/dialog.tsx", exports: [] });
  expect(isShown({ code: "EMPTY_BUNDLE", names: ["robots"] })).toBe(false);
  for (const names of [["page"], ["dialog"], ["robots", "page"]])
    expect(isShown({ code: "EMPTY_BUNDLE", names })).toBe(true);
  expect(isShown({ code: "CIRCULAR_DEPENDENCY", names: ["robots"] })).toBe(true);
});

test("the build is silent about comments in zod that Rollup takes for annotations, and about none of our own", () => {
  expect(isShown({ code: "INVALID_ANNOTATION", id: "/work/node_modules/zod/v4/core/util.js" })).toBe(false);
  expect(isShown({ code: "INVALID_ANNOTATION", id: "/work/app/model/mail.ts" })).toBe(true);
});
