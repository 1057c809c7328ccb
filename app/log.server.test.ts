import { EventEmitter } from "node:events";
import pino from "pino";
import { expect, it, vi } from "vitest";
import { withRequestId } from "./log.server.ts";

vi.mock("pino", () => ({ default: Object.assign(vi.fn(), { stdTimeFunctions: {} }) }));

/** What every line gets beside its own words. */
const mixin = () => vi.mocked(pino).mock.calls[0]?.[0]?.mixin?.({}, 30, pino());

it("gives every line written for a request its id, also when another request is closed meanwhile", async () => {
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  let go = () => undefined as unknown;
  const waiting = withRequestId("second", second, async () => {
    await new Promise<void>((resolve) => (go = resolve));
    return mixin();
  });
  expect(withRequestId("first", first, mixin)).toEqual({ requestId: "first" });
  first.emit("close");
  go();
  expect(await waiting).toEqual({ requestId: "second" });
  second.emit("close");
  expect(mixin()).toEqual({});
  expect(withRequestId("third", new EventEmitter(), mixin)).toEqual({ requestId: "third" });
});
