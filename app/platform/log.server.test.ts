import pino from "pino";
import { expect, it, vi } from "vitest";
import { withRequestId } from "./log.server.ts";

vi.mock("pino", () => ({ default: Object.assign(vi.fn(), { stdTimeFunctions: {} }) }));

/** What every line gets beside its own words. */
const mixin = () => vi.mocked(pino).mock.calls[0]?.[0]?.mixin?.({}, 30, pino());

it("gives every line written for a request its id, and no other line", async () => {
  let go = () => undefined as unknown;
  const waiting = withRequestId("second", async () => {
    await new Promise<void>((resolve) => (go = resolve));
    return mixin();
  });
  expect(withRequestId("first", mixin)).toEqual({ requestId: "first" });
  expect(mixin()).toEqual({});
  go();
  expect(await waiting).toEqual({ requestId: "second" });
});
