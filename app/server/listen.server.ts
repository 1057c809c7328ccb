import type { Server } from "node:http";

/** A start that failed for a reason that a person can correct. The message is one sentence to print. */
export class StartError extends Error {
  override name = "StartError";
}

const REASONS: Record<string, (settings: string) => string> = {
  EADDRINUSE: (settings) => `is in use; end what uses it or set ${settings} to another`,
  EACCES: (settings) => `may not be used by this user; set ${settings} to one above 1023`,
  EADDRNOTAVAIL: () => "is not an address of this machine; set HOST to one that is",
};
const SITE_PORTS = "PORT (and SANDBOX_PORT)";

/** Listens on a port. Rejects with StartError, which names the settings of the port, if it cannot be used. */
export function listen(server: Server, port: number, host: string, settings = SITE_PORTS): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((error) => throwListenError(host, port, error, settings));
}

/** Throws a StartError with one sentence for a failure to listen. */
export function throwListenError(
  host: string,
  port: number,
  error: NodeJS.ErrnoException,
  settings = SITE_PORTS,
): never {
  const reason = REASONS[error.code ?? ""]?.(settings) ?? `can't be used (${error.code ?? error.message})`;
  throw new StartError(`${host}:${port} ${reason}.`);
}
