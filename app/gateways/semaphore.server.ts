/**
 * A gate for heavy work: `size` pieces at a time, up to `line` more wait their turn. Gives back what the work gives, null
 * at once when the line is full.
 */
export function createSemaphore({ size, line }: { size: number; line: number }) {
  let inside = 0;
  const waiting: (() => void)[] = [];

  return async function through<T>(work: () => Promise<T>): Promise<T | null> {
    if (inside >= size) {
      if (waiting.length >= line) return null;
      // Whoever leaves hands over their place, so that nobody slips in between.
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
