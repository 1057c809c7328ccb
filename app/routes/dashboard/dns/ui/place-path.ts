/** Returns the URL of a page that connects a service, with the provider and the name below the domain; without what is empty. */
export function placePath(page: string, provider: string | null, at: string): string {
  const query = new URLSearchParams({ ...(provider && { with: provider }), ...(at && { at }) });
  return query.size > 0 ? `${page}?${query}` : page;
}
