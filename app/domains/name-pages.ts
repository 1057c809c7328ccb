/** Returns the pages that put a customer's name to use, the likeliest first, as paths with the words of their links. */
export function namePages(domain: string): { href: string; label: string }[] {
  const page = `/dashboard/domains/${encodeURIComponent(domain)}`;
  return [
    { href: `${page}/website`, label: "Connect a website" },
    { href: `${page}/dns/mail`, label: "Set up mail" },
  ];
}
