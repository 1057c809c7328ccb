import { setTimeout as wait } from "node:timers/promises";

/** Waits until a condition is true. Only the test's timeout ends it. */
export async function waitFor(condition: () => unknown): Promise<void> {
  while (!(await condition())) await wait(50);
}

/** Returns the first result of `find` that is not undefined, or undefined after two minutes. */
export async function findEventually<T>(find: () => T | undefined): Promise<T | undefined> {
  for (let tries = 0; !find() && tries < 2400; tries++) await wait(50);
  return find();
}

/** Returns a promise `passed`, and `open`, which resolves it. */
export function createLatch() {
  let open = () => {};
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { passed, open: () => open() };
}
