/**
 * Creates a semaphore for heavy work: `size` tasks run at a time and up to `maxWaiting` wait. The function that it returns
 * takes a task and returns the task's result, or null at once if too many wait.
 */
export function createSemaphore({ size, maxWaiting }: { size: number; maxWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function run<T>(work: () => Promise<T>): Promise<T | null> {
    if (running >= size) {
      if (waiting.length >= maxWaiting) return null;
      // A finished task passes its slot on directly, so that no other task can take it first.
      await new Promise<void>((enter) => waiting.push(enter));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
