/** What work gives, or undefined once the signal says that it was waited for long enough; the work itself goes on. */
export function withTimeout<T>(work: Promise<T>, patience: AbortSignal): Promise<T | undefined> {
  const end = new Promise<undefined>((resolve) => {
    if (patience.aborted) resolve(undefined);
    patience.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return Promise.race([work, end]);
}
