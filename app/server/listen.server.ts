import type { Server } from "node:http";

/** A start that failed for a reason that a person can correct. The message is one sentence to print. */
export class StartError extends Error {
  override name = "StartError";
}

const REASONS: Record<string, string> = {
  EADDRINUSE: "is in use; end what uses it or set PORT (and SANDBOX_PORT) to another",
  EACCES: "may not be used by this user; set PORT to one above 1023",
  EADDRNOTAVAIL: "is not an address of this machine; set HOST to one that is",
};

/** Listens on a port. Rejects with StartError if the port cannot be used. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((error) => throwListenError(host, port, error));
}

/** Throws a StartError with one sentence for a failure to listen. */
export function throwListenError(host: string, port: number, error: NodeJS.ErrnoException): never {
  const reason = REASONS[error.code ?? ""] ?? `can't be used (${error.code ?? error.message})`;
  throw new StartError(`${host}:${port} ${reason}.`);
}
