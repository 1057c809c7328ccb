import { examine } from "#app/doctor/examine.server.ts";
import { readWishes, USAGE } from "#app/doctor/wishes.server.ts";
import { env } from "#app/env.server.ts";
import { readOrMakeSecrets } from "./database/data-secrets.ts";

const ASK_MS = 5000;

/**
 * The doctor of a sandbox that is running: its database's keys lie in its data folder, and it says where its mail server is. Gives
 * the exit code.
 */
export async function examineSandbox(args: string[]): Promise<number> {
  const wishes = readWishes(args);
  if (wishes === undefined) {
    process.stderr.write(USAGE);
    return 1;
  }
  const { publishableKey, secretKey } = await readOrMakeSecrets(env.dataDir);
  Object.assign(env.supabase, { publishableKey, secretKey });
  Object.assign(env, await mailServer().catch(() => undefined));
  return examine(wishes);
}

/** Rejects when no sandbox of this version is running, as other lines will say. */
async function mailServer() {
  const signal = AbortSignal.timeout(ASK_MS);
  const reply = await fetch(`http://127.0.0.1:${env.sandboxPort}/smtp.json`, { signal });
  return reply.ok ? { smtp: await reply.json() } : {};
}
