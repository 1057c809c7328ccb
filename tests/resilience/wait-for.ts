import { setTimeout as wait } from "node:timers/promises";

/** Waits until a condition is true, as long as the test may take. */
export async function waitFor(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await wait(50);
}

/** Returns the first result of `find` that is not undefined, or undefined after two minutes. */
export async function findEventually<T>(find: () => T | undefined): Promise<T | undefined> {
  for (let looks = 0; !find() && looks < 2400; looks++) await wait(50);
  return find();
}

/** Returns a promise `passed` that `open` resolves. */
export function createLatch() {
  let open = () => {};
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { passed, open: () => open() };
}
