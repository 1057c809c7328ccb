/** The URL of a customer's domain. Its other pages are below it. */
export function domainPath(name: string): string {
  return `/dashboard/domains/${encodeURIComponent(name)}`;
}
