import type { Server } from "node:http";

/** A start that failed for a reason a person can mend: its message is the one sentence to print. */
export class StartError extends Error {
  override name = "StartError";
}

const REASONS: Record<string, string> = {
  EADDRINUSE: "is in use; end what uses it or set PORT (and SANDBOX_PORT) to another",
  EACCES: "may not be used by this user; set PORT to one above 1023",
  EADDRNOTAVAIL: "is not an address of this machine; set HOST to one that is",
};

/** Listens on a port. Throws StartError with one sentence when that can't be. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((error) => refuseToListen(host, port, error));
}

/** Puts a failure to listen into one sentence. */
export function refuseToListen(host: string, port: number, error: NodeJS.ErrnoException): never {
  const reason = REASONS[error.code ?? ""] ?? `can't be used (${error.code ?? error.message})`;
  throw new StartError(`${host}:${port} ${reason}.`);
}
