import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setProductDeadlines } from "../../../tests/deadlines.js";
import { env } from "../env.server.ts";
import { metrics } from "../metrics.server.ts";
import { withBreaker } from "./breaker.server.ts";

const { isSandbox } = env;
let service = 0;

beforeEach(() => {
  Object.assign(env, { isSandbox: false });
  service += 1;
  vi.useFakeTimers();
});
afterEach(() => {
  Object.assign(env, { isSandbox });
  vi.useRealTimers();
});

const call = (isOutage: boolean) => withBreaker(`service ${service}`, async () => ({ isOutage }));

async function fail(times: number) {
  for (let i = 0; i < times; i++) await call(true);
}

test("opens the breaker of one service at its fifth failure in a row", async () => {
  await fail(4);
  expect(await call(true)).toEqual({ isOutage: true });
  expect(await call(false)).toBeNull();
  expect(await withBreaker("another", async () => ({ isOutage: false }))).toEqual({ isOutage: false });
});

test("starts counting again after a success", async () => {
  await fail(4);
  await call(false);
  await fail(4);
  expect(await call(false)).toEqual({ isOutage: false });
});

test("does not add up failures more than 30 seconds apart", async () => {
  setProductDeadlines();
  await fail(4);
  vi.advanceTimersByTime(30_001);
  await fail(4);
  expect(await call(false)).toEqual({ isOutage: false });
});

test("lets one call through after 20 seconds and refuses the others", async () => {
  await fail(5);
  vi.advanceTimersByTime(19_000);
  expect(await call(false)).toBeNull();
  vi.advanceTimersByTime(1001);
  expect(await Promise.all([call(false), call(false)])).toEqual([{ isOutage: false }, null]);
  expect(await call(false)).toEqual({ isOutage: false });
});

test("stays open for another 20 seconds if the trial call fails", async () => {
  await fail(5);
  vi.advanceTimersByTime(20_001);
  expect(await call(true)).toEqual({ isOutage: true });
  expect(await call(false)).toBeNull();
});

test("closes in time although the clock was set back by a year", async () => {
  await fail(5);
  vi.setSystemTime(Date.now() - 365 * 86_400_000);
  vi.advanceTimersByTime(19_000);
  expect(await call(false)).toBeNull();
  vi.advanceTimersByTime(1001);
  // This call finds that 20 seconds have passed and lets the next one through.
  expect(await call(false)).toBeNull();
  expect(await call(false)).toEqual({ isOutage: false });
});

test("passes exceptions through", async () => {
  const broken = withBreaker(`service ${service}`, async () => {
    throw new TypeError("ours");
  });
  await expect(broken).rejects.toThrow("ours");
});

test("measures how many addresses of a service have an open breaker", async () => {
  const address = (base: string, isOutage: boolean) => withBreaker(`twice ${base}`, async () => ({ isOutage }));
  const open = async () => (await metrics.metrics()).match(/mtandao_circuits_open\{service="twice"\} (\d)/)?.[1];
  for (let i = 0; i < 5; i++) for (const base of ["one", "other"]) await address(base, true);
  expect(await open()).toBe("2");
  vi.advanceTimersByTime(20_001);
  await address("one", false);
  expect(await open()).toBe("1");
  await address("other", false);
  expect(await open()).toBe("0");
});
