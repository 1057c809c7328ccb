import type { IncomingMessage } from "node:http";
import { isLoopback } from "./same-origin.server.ts";

/**
 * Returns whether a request may reach the sandbox: from this computer, to a loopback name, and not through a proxy. The
 * sandbox's passwords are public, so it must not become public by a tunnel or proxy.
 */
export function isSandboxRequest(req: IncomingMessage): boolean {
  const { headers, socket } = req;
  if (!isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/, ""))) return false;
  if (headers.forwarded !== undefined) return false;
  for (const name in headers) if (name.startsWith("x-forwarded-")) return false;
  return isLoopback((headers.host ?? "").replace(/:\d+$/, ""));
}
