import { AsyncLocalStorage } from "node:async_hooks";

const quiet = new AsyncLocalStorage<true>();
/** How many works are under way, and what all of them filter. */
let works = 0;
let original: typeof console.error;

/**
 * Runs the work with `console.error` silenced for what that work calls, and for nothing else in the process. The
 * fake project writes every failed statement there together with its parameters, which are personal data.
 */
export async function withoutConsoleErrors<T>(work: () => Promise<T>): Promise<T> {
  if (works === 0) original = console.error;
  if (works === 0) console.error = filtered;
  works += 1;
  try {
    return await quiet.run(true, work);
  } finally {
    works -= 1;
    if (works === 0 && console.error === filtered) console.error = original;
  }
}

function filtered(...words: unknown[]): void {
  if (!quiet.getStore()) original(...words);
}
