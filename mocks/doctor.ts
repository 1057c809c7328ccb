import { parseDoctorOptions, USAGE } from "#app/doctor/report.server.ts";
import { runDoctor } from "#app/doctor/run-doctor.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { readOrMakeSecrets } from "./database/data-secrets.ts";

/** Runs the doctor for a running sandbox, with the database keys of its data folder. Returns the exit code. */
export async function examineSandbox(args: string[]): Promise<number> {
  const options = parseDoctorOptions(args);
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 1;
  }
  const { publishableKey, secretKey } = await readOrMakeSecrets(env.dataDir);
  Object.assign(env.supabase, { publishableKey, secretKey });
  // Without a running sandbox of this version the other checks report the problem.
  Object.assign(env, await fetchMailServer().catch(() => undefined));
  return runDoctor(options);
}

/** Returns the address of the sandbox's mail server. Throws as fetch does. */
async function fetchMailServer() {
  const signal = deadline("sandboxDoctor");
  const response = await fetch(`http://127.0.0.1:${env.sandboxPort}/smtp.json`, { signal });
  return response.ok ? { smtp: await response.json() } : {};
}
