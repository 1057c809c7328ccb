import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod/v4";

const secretsSchema = z.object({ jwtSecret: z.string(), publishableKey: z.string(), secretKey: z.string() });
type DataSecrets = z.infer<typeof secretsSchema>;

/** New keys for an embedded database. Without keys of its own it would take any. */
export function makeSecrets(): DataSecrets {
  const random = () => randomBytes(32).toString("base64url");
  return {
    jwtSecret: random(),
    publishableKey: `sb_publishable_${random()}`,
    secretKey: `sb_secret_${random()}`,
  };
}

/** The keys of this data folder, made on the first start and kept in a file that only its owner can read. */
export async function readOrMakeSecrets(dataDir: string): Promise<DataSecrets> {
  const file = path.join(dataDir, "secrets.json");
  const kept = secretsSchema.safeParse(await readFile(file, "utf8").then(JSON.parse, () => undefined));
  if (kept.success) return kept.data;
  const secrets = makeSecrets();
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
