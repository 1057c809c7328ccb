import { AsyncLocalStorage } from "node:async_hooks";

const quiet = new AsyncLocalStorage<true>();
/** The number of running tasks, and the function that they replace. */
let running = 0;
let original: typeof console.error;

/**
 * Runs a task with `console.error` silenced for its own calls only. The fake project writes failed statements there with their
 * parameters, which are personal data.
 */
export async function withoutConsoleErrors<T>(task: () => Promise<T>): Promise<T> {
  if (running === 0) original = console.error;
  if (running === 0) console.error = filtered;
  running += 1;
  try {
    return await quiet.run(true, task);
  } finally {
    running -= 1;
    if (running === 0 && console.error === filtered) console.error = original;
  }
}

function filtered(...words: unknown[]): void {
  if (!quiet.getStore()) original(...words);
}
