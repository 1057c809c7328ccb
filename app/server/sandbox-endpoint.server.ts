import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "#app/platform/env.server.ts";
import { isLoopback } from "./same-origin.server.ts";

/**
 * Headers that only a proxy, a tunnel or a CDN adds: the standard ones (RFC 7239, RFC 9110, 7.6.3, RFC 8586), and those of
 * common products, which name the client or the service. Browsers send none of them.
 */
const PROXY_HEADER =
  /^(?:forwarded$|via$|cdn-.|(?:x-)?(?:true-)?client-?ip$|(?:x-)?(?:real|cluster-client|proxyuser)-.|x-(?:forwarded|original|envoy|amzn?|akamai|azure|appengine|arr|cloud-trace|cluster|coming-from|goog|ms|nf|vercel|varnish|railway|render)(?:-.|$)|(?:cf|fastly|fly|ngrok|tailscale|akamai)-.)|connecting-ip$/;

/**
 * Returns whether a request may reach the sandbox: from this computer, to a loopback name, and not through a proxy. The
 * sandbox's passwords are public, so it must not become public by a tunnel or proxy.
 */
export function isSandboxRequest(req: IncomingMessage): boolean {
  const { headers, socket } = req;
  if (!isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/, ""))) return false;
  for (const name in headers) if (PROXY_HEADER.test(name)) return false;
  return isLoopback((headers.host ?? "").replace(/:\d+$/, ""));
}

/** The address of a sandbox's visitor, so that tests do not share limits. */
const ADDRESS = "x-sandbox-address";

/** Returns the client address that a tester has given a request; undefined without one. */
export function sandboxAddress({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  return headers[ADDRESS]?.toString();
}

/** Returns why a request to the sandbox has no usable X-Sandbox-Address; undefined for a usable one or none. */
export function sandboxAddressProblem(req: Pick<IncomingMessage, "headers">): string | undefined {
  const address = sandboxAddress(req);
  if (address === undefined || isIP(address)) return undefined;
  return "X-Sandbox-Address must be an IPv4 or IPv6 address: 10.0.0.7\n";
}

/** What a tester can make of the sandbox's line to its visitors. */
export const NETWORK_STATES = ["down", "up"] as const;
/** Timers do not follow the sandbox's clock. */
const DOWN_MS = 30_000;
let downTimer: NodeJS.Timeout | undefined;

/** Makes the sandbox drop all connections for 30 s ("down"), or end that ("up"). Returns false for another word. */
export function setSandboxNetwork(word: string): boolean {
  if (!NETWORK_STATES.some((state) => state === word)) return false;
  clearTimeout(downTimer);
  downTimer =
    word === "down"
      ? setTimeout(() => {
          downTimer = undefined;
        }, DOWN_MS).unref()
      : undefined;
  return true;
}

/** Returns whether the sandbox drops this connection. A real site never does. */
export function isSandboxDown(): boolean {
  return env.isSandbox && downTimer !== undefined;
}

/** The beginning of a contact message's subject with which its answer is lost, and for how long after it first arrived. */
const LOST_ANSWER = "lostanswer-";
const LOST_MS = 10_000;
const lostSince = new Map<string, number>();

/** Returns whether the sandbox carries out this form and cuts the connection in place of its answer. A real site never does. */
export function losesAnswer(
  { url = "" }: Pick<IncomingMessage, "url">,
  form: Buffer,
  now = performance.now(),
): boolean {
  if (!env.isSandbox || !/^\/contact\b/.test(url)) return false;
  const message = form.toString();
  if (!new URLSearchParams(message).get("subject")?.startsWith(LOST_ANSWER)) return false;
  const since = lostSince.get(message) ?? now;
  lostSince.set(message, since);
  return now - since < LOST_MS;
}
