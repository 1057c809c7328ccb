import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { env } from "#app/platform/env.server.ts";
import { splitList } from "#app/platform/settings/setting-values.ts";

/**
 * Returns the client address for rate limits: the socket's, or the entry of X-Forwarded-For that the outermost trusted proxy
 * appended. Entries before it come from the client and are not trusted. Removes a port. IPv6 is shortened to its /64, which
 * belongs to one subscriber. In the sandbox the header X-Sandbox-Address sets the address, so that tests do not share limits.
 */
export function clientAddress(req: IncomingMessage): string {
  const named = req.headers["x-sandbox-address"];
  if (env.isSandbox && typeof named === "string") return named.slice(0, 64);
  const own = req.socket.remoteAddress ?? "unknown";
  if (env.trustedProxies === 0) return shortenAddress(own);
  return shortenAddress(withoutPort(forwardedFor(req).at(-env.trustedProxies) ?? own));
}

/** Returns the entries of X-Forwarded-For, the newest last. */
export function forwardedFor(req: IncomingMessage): string[] {
  return splitList(String(req.headers["x-forwarded-for"] ?? ""));
}

/** Removes the port that some proxies append: 192.0.2.1:443, [2001:db8::1]:443 (RFC 7239, section 6). */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, "$1");
}

function shortenAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = "", tail = ""] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = address.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
