import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { env } from "#app/env.server.ts";
import { splitList } from "#app/model/setting-values.ts";

/**
 * The visitor's address. Takes the request, gives back an address that can be counted by: the socket's own, or the
 * entry of X-Forwarded-For that the outermost of our own proxies wrote. Everything left of that entry was sent by the
 * client and is not believed. A port that a proxy writes behind an address is no part of it. IPv6 is shortened to its /64, which is what one subscriber has.
 * In the sandbox the header X-Sandbox-Address names the address, so that tests don't share limits.
 */
export function clientAddress(req: IncomingMessage): string {
  const named = req.headers["x-sandbox-address"];
  if (env.isSandbox && typeof named === "string") return named.slice(0, 64);
  const own = req.socket.remoteAddress ?? "unknown";
  if (env.trustedProxies === 0) return shorten(own);
  return shorten(withoutPort(forwardedFor(req).at(-env.trustedProxies) ?? own));
}

/** The entries of X-Forwarded-For, the one that was written last at the end. */
export function forwardedFor(req: IncomingMessage): string[] {
  return splitList(String(req.headers["x-forwarded-for"] ?? ""));
}

/** 192.0.2.1:443 and [2001:db8::1]:443 are how some proxies write an address (RFC 7239, 6). */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, "$1");
}

function shorten(address: string): string {
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
