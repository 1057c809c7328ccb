/** Returns the CPU time of some work in ms. Unlike elapsed time it does not grow on a busy machine. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the CPU time for a text, and a limit from the time for its first quarter. Linear work takes four times as long,
 * quadratic work sixteen times; the rest allows for set-up and garbage collection.
 */
export function growth(text: string, work: (text: string) => unknown) {
  const quarterMs = cpuMs(() => work(text.slice(0, text.length / 4)));
  return { wholeMs: cpuMs(() => work(text)), mostMs: 8 * quarterMs + 250 };
}
