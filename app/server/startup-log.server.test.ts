import { afterEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logStartup } from "./startup-log.server.ts";

const before = env.unknownSettings;
afterEach(() => {
  Object.assign(env, { unknownSettings: before });
  vi.restoreAllMocks();
});

test.each([
  [
    ["STAF (do you mean STAFF?)", "MPESA_X"],
    [[{ names: ["STAF (do you mean STAFF?)", "MPESA_X"] }, "settings without effect"]],
  ],
  [[], []],
])("the start warns of the names %j", (unknownSettings, lines) => {
  Object.assign(env, { unknownSettings });
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const info = vi.spyOn(log, "info").mockReturnValue();
  logStartup("http://127.0.0.1:3000");
  expect(warn.mock.calls).toEqual(lines);
  expect(info.mock.calls).toEqual([[expect.objectContaining({ address: "http://127.0.0.1:3000" }), "started"]]);
});
