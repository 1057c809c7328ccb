import { AsyncLocalStorage } from "node:async_hooks";

const quiet = new AsyncLocalStorage<true>();

/**
 * Runs the work with `console.error` silenced for what that work calls, and for nothing else in the process. The
 * embedded database writes every failed statement there together with its parameters, which are personal data. Two
 * works must not overlap.
 */
export async function withoutConsoleErrors<T>(work: () => Promise<T>): Promise<T> {
  const original = console.error;
  const filtered = (...words: unknown[]) => {
    if (!quiet.getStore()) original(...words);
  };
  console.error = filtered;
  try {
    return await quiet.run(true, work);
  } finally {
    if (console.error === filtered) console.error = original;
  }
}
