/** Who runs name servers with such names, as people say it: the names that stand in public DNS. A name that is missing here is shown as it is. */
const OPERATORS: readonly [RegExp, string][] = [
  [/\.ns\.cloudflare\.com$/, "Cloudflare"],
  [/\.domaincontrol\.com$/, "GoDaddy"],
  [/\.awsdns-\d+\.(com|net|org|co\.uk)$/, "Amazon Route 53"],
  [/\.googledomains\.com$/, "Google"],
  [/\.azure-dns\.(com|net|org|info)$/, "Microsoft Azure"],
  [/\.registrar-servers\.com$/, "Namecheap"],
  [/\.dns-parking\.com$/, "Hostinger"],
  [/\.digitalocean\.com$/, "DigitalOcean"],
  [/\.vercel-dns\.com$/, "Vercel"],
  [/\.wixdns\.net$/, "Wix"],
  [/\.wordpress\.com$/, "WordPress.com"],
];

/** Who runs all of these name servers; undefined where that is not known, or more than one does. */
export function operatorOf(servers: readonly string[]): string | undefined {
  const names = new Set(
    servers.map((server) => OPERATORS.find(([pattern]) => pattern.test(server.toLowerCase()))?.[1]),
  );
  return names.size === 1 ? [...names][0] : undefined;
}
