/** How long the processor is at some work, in ms: other than the clock's time it does not grow on a busy machine. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The time for a whole text, and the longest that it may take by the time for its first quarter. Work in proportion to the
 * length takes four times as long, that of its square sixteen times; the rest is for what is done once, and for rubbish
 * that is collected meanwhile.
 */
export function growth(text: string, work: (text: string) => unknown) {
  const quarterMs = cpuMs(() => work(text.slice(0, text.length / 4)));
  return { wholeMs: cpuMs(() => work(text)), mostMs: 8 * quarterMs + 250 };
}
