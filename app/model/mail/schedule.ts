/** After each attempt that failed the next one comes this many minutes later; after the last one none does. */
const WAITS_MINUTES = [1, 5, 30, 120, 720];

/**
 * In how many seconds a mail is tried again; undefined when it has failed for good: at the sixth time, or when the server
 * says that it will never take it (RFC 5321, 4.2.1). `attempts` counts the one that failed, and any that a crash cut off.
 */
export function retryInSeconds(attempts: number, { isFinal }: { isFinal: boolean }): number | undefined {
  const minutes = isFinal ? undefined : WAITS_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : minutes * 60;
}
