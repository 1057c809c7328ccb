import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "#app/platform/upstream/atomic-write.server.ts";
import { DataFolderError, dataFileError } from "./data-folder.ts";

const secretsSchema = z.object({ jwtSecret: z.string(), publishableKey: z.string(), secretKey: z.string() });
type DataSecrets = z.infer<typeof secretsSchema>;

/** Returns new keys for an embedded database, which would accept any key otherwise. */
export function makeSecrets(): DataSecrets {
  const random = () => randomBytes(32).toString("base64url");
  return {
    jwtSecret: random(),
    publishableKey: `sb_publishable_${random()}`,
    secretKey: `sb_secret_${random()}`,
  };
}

/**
 * Returns the keys of the data folder. The first start creates them, in a file that only its owner can read. Throws
 * DataFolderError if the file is damaged, because new keys would end all sessions.
 */
export async function readOrMakeSecrets(dataDir: string): Promise<DataSecrets> {
  const file = path.join(dataDir, "secrets.json");
  try {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    });
    return text === undefined ? await newSecrets(file) : parseSecrets(text, file);
  } catch (error) {
    throw dataFileError(file, error);
  }
}

async function newSecrets(file: string): Promise<DataSecrets> {
  const secrets = makeSecrets();
  await writeFileAtomic(file, JSON.stringify(secrets));
  return secrets;
}

function parseSecrets(text: string, file: string): DataSecrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new DataFolderError(
      `${file} is damaged: put a copy of it back, or delete it to have new keys made, with which everybody signs in again.`,
    );
  }
}
