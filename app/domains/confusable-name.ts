/** Returns whether browsers show a name in ASCII because it could be confused with another (look-alike.ts). */
export function isConfusable({ domain, display }: { domain: string; display: string }): boolean {
  return display === domain && domain.includes("xn--");
}
