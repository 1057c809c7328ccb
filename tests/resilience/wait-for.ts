import { setTimeout as wait } from "node:timers/promises";

/** Waits for what comes of its own accord, as long as the test may take. */
export async function waitFor(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await wait(50);
}

/** Gives what `find` finds, looking again for two minutes at most. */
export async function findEventually<T>(find: () => T | undefined): Promise<T | undefined> {
  for (let looks = 0; !find() && looks < 2400; looks++) await wait(50);
  return find();
}

/** What waits for `passed` goes on when it is opened. */
export function createLatch() {
  let open = () => {};
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { passed, open: () => open() };
}
