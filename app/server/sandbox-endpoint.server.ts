import type { IncomingMessage } from "node:http";
import { isLoopback } from "./same-site.server.ts";

/**
 * Whether a request may reach the sandbox: it was sent from this computer, to a
 * loopback name and by no proxy. The sandbox has well-known
 * passwords, so requests through a tunnel or proxy that makes it public by mistake are refused.
 */
export function isSandboxRequest(req: IncomingMessage): boolean {
  const { headers, socket } = req;
  if (!isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/, ""))) return false;
  if (headers.forwarded !== undefined) return false;
  for (const name in headers) if (name.startsWith("x-forwarded-")) return false;
  return isLoopback((headers.host ?? "").replace(/:\d+$/, ""));
}
