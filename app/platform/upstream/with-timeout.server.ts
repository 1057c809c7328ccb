/** Returns the result of a promise, or undefined once the signal aborts. The work itself continues. */
export function withTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const end = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return Promise.race([work, end]);
}
