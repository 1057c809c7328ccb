import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomicSync } from "#app/platform/upstream/atomic-write.server.ts";

const accountSchema = z.object({
  user: z.string(),
  domain: z.string(),
  plan: z.string(),
  email: z.string(),
  isSuspended: z.boolean(),
});
/** An account of the fake hosting server. `plan`: the package. */
export type FakeAccount = z.infer<typeof accountSchema>;

let accounts: FakeAccount[] = [];
let file: string | undefined;
/** The user and page of each session that was opened, by its token. */
const sessions = new Map<string, { user: string; app: string }>();

/** The fake hosting server's accounts. They are in memory, and after `keepIn` also in a file. */
export const hostingServer = {
  list(): readonly FakeAccount[] {
    return accounts;
  },

  find(user: string): FakeAccount | undefined {
    return accounts.find((account) => account.user === user);
  },

  /** Adds an account, or replaces the one with its username. */
  set(account: FakeAccount): void {
    this.restore([...accounts.filter(({ user }) => user !== account.user), account]);
  },

  /** Replaces all accounts. */
  restore(saved: readonly FakeAccount[]): void {
    accounts = [...saved];
    if (file) writeFileAtomicSync(file, JSON.stringify(accounts));
  },

  reset(): void {
    sessions.clear();
    this.restore([]);
  },

  /** Opens a session. Returns its token. */
  open(user: string, app: string): string {
    const token = `${user}:${randomInt(10 ** 12)}`;
    sessions.set(token, { user, app });
    return token;
  },

  sessionOf: (token: string) => sessions.get(token),

  /** Reads the accounts of `hosting.json` in the folder, and writes them there. */
  keepIn(folder: string): void {
    mkdirSync(folder, { recursive: true });
    file = path.join(folder, "hosting.json");
    accounts = existsSync(file) ? readAccounts(readFileSync(file, "utf8")) : [];
  },
};

/** A damaged file is an empty one. */
function readAccounts(text: string): FakeAccount[] {
  try {
    return z.array(accountSchema).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
