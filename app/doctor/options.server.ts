import { parseArgs } from "node:util";

const OPTIONS = { json: { type: "boolean" }, mail: { type: "string" }, dkim: { type: "string" } } as const;

/** `mail`: where to send a test mail. `dkim`: the selector of the key that signs the site's mails. */
export type DoctorOptions = { json?: boolean; mail?: string; dkim?: string };

export const USAGE = `What can be asked for:
  --json           the same for programs
  --mail=address   send a test mail there
  --dkim=selector  the name of the key that your mails are signed with
`;

/** Parses the command line. Returns undefined if it has an unknown option or an option without its value. */
export function parseDoctorOptions(args: string[]): DoctorOptions | undefined {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}
