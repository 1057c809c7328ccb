/** Returns a waiting time as words, rounded up: seconds up to 90, then minutes, then hours. */
export function waitInWords(seconds: number): string {
  if (seconds <= 90) return seconds <= 1 ? "1 second" : `${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
