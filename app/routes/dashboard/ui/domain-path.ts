/** The address of a customer's own name; its other pages are below it. */
export function domainPath(name: string): string {
  return `/dashboard/domains/${encodeURIComponent(name)}`;
}
