import { parseArgs } from "node:util";

const OPTIONS = { json: { type: "boolean" }, mail: { type: "string" }, dkim: { type: "string" } } as const;

/** What may be asked for: JSON, a test mail to an address, and the name of the key that mails are signed with (its selector). */
export type Wishes = { json?: boolean; mail?: string; dkim?: string };

export const USAGE = `What can be asked for:
  --json           the same for programs
  --mail=address   send a test mail there
  --dkim=selector  the name of the key that your mails are signed with
`;

/** Reads a command line. Undefined for one that asks for something else. */
export function readWishes(args: string[]): Wishes | undefined {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}
