/**
 * Creates a semaphore for heavy work: `size` tasks run at a time and up to `line` wait. Returns the task's result, or
 * null at once if the queue is full.
 */
export function createSemaphore({ size, line }: { size: number; line: number }) {
  let inside = 0;
  const waiting: (() => void)[] = [];

  return async function through<T>(work: () => Promise<T>): Promise<T | null> {
    if (inside >= size) {
      if (waiting.length >= line) return null;
      // A finished task passes its slot on directly, so that no other task can take it first.
      await new Promise<void>((enter) => waiting.push(enter));
    } else {
      inside += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
