import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { startLoop } from "./background-loops.server.ts";

/** The longest time that a timer of Node takes: the test would not end. */
const NEVER_MS = 2 ** 31 - 1;

/** A turn that counts its calls and ends when the test lets it. */
function countedTurn() {
  let end = () => {};
  const turn = vi.fn((_stopped: AbortSignal) => new Promise<void>((resolve) => (end = resolve)));
  return { turn, end: () => end() };
}

const isCalled = (turn: { mock: { calls: unknown[] } }, times: number) =>
  vi.waitFor(() => expect(turn.mock.calls.length).toBeGreaterThanOrEqual(times), { timeout: 60_000 });

test("runs one turn at a time, at intervals, until it is stopped", async () => {
  const { turn, end } = countedTurn();
  const stop = startLoop({ name: "test", intervalMs: 1, turn });
  await isCalled(turn, 1);
  end();
  await isCalled(turn, 2);
  const stopping = stop();
  expect(turn.mock.calls[1]?.[0].aborted).toBe(true);
  const isStopped = vi.fn();
  const noted = stopping.then(isStopped);
  await new Promise(setImmediate);
  expect(isStopped, "it waits for the turn in progress").not.toHaveBeenCalled();
  end();
  await noted;
  expect(turn).toHaveBeenCalledTimes(2);
});

test("stops while it waits for the next turn", async () => {
  const turn = vi.fn(async () => {});
  const stop = startLoop({ name: "test", intervalMs: NEVER_MS, turn });
  await isCalled(turn, 1);
  await stop();
  expect(turn).toHaveBeenCalledTimes(1);
});

test("gives a turn that does not end a deadline", async () => {
  setDeadlines({ stopLoop: 1 });
  const { turn } = countedTurn();
  await startLoop({ name: "test", intervalMs: NEVER_MS, turn })();
  expect(turn).toHaveBeenCalledTimes(1);
});

test("starts the next turn at once when there is work, also work that came during a turn", async () => {
  const { turn, end } = countedTurn();
  let wake = () => {};
  const onWork = (listener: () => void) => {
    wake = listener;
  };
  const stop = startLoop({ name: "test", intervalMs: NEVER_MS, turn, onWork });
  await isCalled(turn, 1);
  wake();
  end();
  await isCalled(turn, 2);
  end();
  await new Promise(setImmediate);
  wake();
  await isCalled(turn, 3);
  end();
  await stop();
});

test("starts the next turn when the last one said that more is due", async () => {
  const turn = vi.fn(async () => (turn.mock.calls.length < 3 ? 1 : Number.POSITIVE_INFINITY));
  const stop = startLoop({ name: "test", intervalMs: NEVER_MS, turn });
  await isCalled(turn, 3);
  await stop();
  expect(turn).toHaveBeenCalledTimes(3);
});

test("logs a turn that throws, and goes on", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const error = new Error("no");
  const turn = vi.fn(() => Promise.reject<void>(error));
  const stop = startLoop({ name: "test run", intervalMs: 1, turn });
  await isCalled(turn, 2);
  await stop();
  expect(logged).toHaveBeenCalledWith({ err: error }, "test run failed");
});

test("waits before the first turn if the loop says so", async () => {
  const turn = vi.fn(async () => {});
  const stop = startLoop({ name: "test", intervalMs: NEVER_MS, turn, isFirstDelayed: true });
  await new Promise(setImmediate);
  await stop();
  expect(turn).not.toHaveBeenCalled();
});
