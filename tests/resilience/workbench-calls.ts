import { httpRequest } from "./request.ts";
import type { Site } from "./run-site.ts";

/** Returns a function that calls the tester's API of a sandbox. Returns status and JSON, null for an empty answer. */
export function workbenchOf(site: () => Site) {
  return async (route: string, input: object = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const query = method === "GET" ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
    const options = { method, ...(method === "POST" && { body: JSON.stringify(input) }) };
    const { status, text } = await httpRequest({ port: site().sandboxPort }, path + query, options);
    return { status, json: text === "" ? null : JSON.parse(text) };
  };
}

/** Somebody whom the tester's API has signed in. */
export type Session = { storageState: { cookies: { name: string; value: string }[] } };

/** Returns the Cookie header of somebody who is signed in. */
export function cookieOf({ storageState: { cookies } }: Session): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** How the DNS provider is asked to add a domain, and to add, change and delete a record. */
const DNS_WRITES = {
  zone: "POST /proxy/cloudflare/zones",
  create: "POST /proxy/cloudflare/zones/:id/dns_records",
  update: "PUT /proxy/cloudflare/zones/:id/dns_records/:id",
  delete: "DELETE /proxy/cloudflare/zones/:id/dns_records/:id",
};

/** Returns how many writes of a kind the DNS provider has got. */
export async function countDnsWrites(site: Site, kind: keyof typeof DNS_WRITES): Promise<number> {
  const { json } = await workbenchOf(() => site)("GET /calls.json", { service: "dns" });
  return json.filter(({ op }: { op: string }) => op === DNS_WRITES[kind]).length;
}
