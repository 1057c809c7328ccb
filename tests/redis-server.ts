import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";

const PROGRAM = "/usr/bin/redis-server";

export const hasRedis = existsSync(PROGRAM);
/** A title for tests that need Redis. */
export const WITH_REDIS = hasRedis ? "with a Redis" : "with a Redis (skipped: redis-server is not installed)";
const PASSWORD = "a-password-of-redis";

/** Starts a Redis on this computer without persistence. */
export async function startRedis(options: string[] = [], port?: number) {
  const used = port ?? (await freePort());
  const places = ["--port", String(used), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()];
  const server = spawn(PROGRAM, [...places, "--requirepass", PASSWORD, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    server.stdout.on("data", (text) => String(text).includes("Ready to accept") && resolve());
  });
  return {
    port: used,
    url: `redis://:${PASSWORD}@127.0.0.1:${used}`,
    /** Sends a signal: SIGSTOP leaves its connections open without replies, SIGCONT continues. */
    signal: (name: NodeJS.Signals) => void server.kill(name),
    async kill() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
