import { parseArgs } from "node:util";

/**
 * `good`: as it should be. `warning`: it works, but something is odd or ends soon. `bad`: visitors would notice. `off`: a
 * feature is off because its setting is missing. `manual`: the site's keys cannot read it, so a person must check it.
 */
export type State = "good" | "warning" | "bad" | "off" | "manual";

/** The result of a check: `message` is a sentence, `advice` says what to do about it. */
export type Finding = { state: State; message: string; advice?: string };

/** One check. It changes nothing. */
export type Check = {
  /** Begins the check's line in the report. Documents and alarms name it, so it must not change. */
  name: string;
  /** Why it matters: what visitors see when it is bad. */
  why: string;
  run: () => Finding | Promise<Finding>;
};

/** A check with its finding: one line of the report. */
export type Line = Finding & Pick<Check, "name" | "why">;

export const good = (message: string): Finding => ({ state: "good", message });
export const warning = (message: string, advice: string): Finding => ({ state: "warning", message, advice });
export const bad = (message: string, advice: string): Finding => ({ state: "bad", message, advice });
export const manual = (message: string, advice: string): Finding => ({ state: "manual", message, advice });
/** The finding for a feature whose `setting` is missing. `visitors` says what visitors see instead. */
export const off = (setting: string, visitors: string): Finding => ({
  state: "off",
  message: `Off, because ${setting} is not set: ${visitors}.`,
});

/** The word that each line begins with, and its colour (ECMA-48, SGR). */
const STATE_LABELS: Record<State, { word: string; colour: number }> = {
  good: { word: "good", colour: 32 },
  warning: { word: "warning", colour: 33 },
  bad: { word: "BAD", colour: 31 },
  off: { word: "off", colour: 90 },
  manual: { word: "manual", colour: 36 },
};

const SUMMARY: Record<State, string> = {
  good: "good",
  warning: "with a warning",
  bad: "bad",
  off: "off",
  manual: "to check by hand",
};

const INDENT = " ".repeat(8);

/** The mode of a site without the settings of a service. */
export const SANDBOX_MODE = "the sandbox";

/** The site that was checked: its mode and address. */
type Subject = { mode: string; address: string };

/** Prints the report to standard output, as text or JSON. Returns the exit code: 1 if visitors would notice a problem. */
export async function printReport(subject: Subject, lines: readonly Line[], isJson = false): Promise<number> {
  const hasColours = process.stdout.isTTY === true && process.stdout.hasColors();
  const text = isJson ? formatJson(subject, lines) : formatReport(subject, lines, hasColours);
  await new Promise((written) => process.stdout.write(text, written));
  return hasFailure(lines) ? 1 : 0;
}

function hasFailure(lines: readonly Line[]): boolean {
  return lines.some(({ state }) => state === "bad");
}

/** Returns the report as text. Each line begins with its state as a word, so that it can be read without colours. */
export function formatReport({ mode, address }: Subject, lines: readonly Line[], hasColours: boolean): string {
  const counts = Object.entries(SUMMARY).flatMap(([state, words]) => {
    const count = lines.filter((line) => line.state === state).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  const verdict = hasFailure(lines) ? "Visitors would notice what is bad." : "Visitors would notice nothing.";
  const hint = mode === SANDBOX_MODE ? " This was the sandbox: a real site is examined with --env-file=FILE." : "";
  return [
    `Mtandao ${SITE_VERSION}, ${mode}: ${address}`,
    "",
    ...lines.flatMap((line) => formatLine(line, hasColours)),
    "",
    `${counts.join(", ")}. ${verdict}${hint}`,
    "",
  ].join("\n");
}

function formatLine({ state, name, message, why, advice }: Line, hasColours: boolean): string[] {
  const { word, colour } = STATE_LABELS[state];
  const padded = word.padEnd(INDENT.length - 1);
  const label = hasColours ? `\x1b[${colour}m${padded}\x1b[0m` : padded;
  const more = advice === undefined ? [] : [`${INDENT}Why it matters: ${why}`, `${INDENT}What to do: ${advice}`];
  return [`${label} ${name}: ${message}`, ...more];
}

/** Returns the report as one JSON object. `ok` is false if visitors would notice a problem. */
export function formatJson(subject: Subject, lines: readonly Line[]): string {
  return `${JSON.stringify({ version: SITE_VERSION, ...subject, ok: !hasFailure(lines), lines }, null, 2)}\n`;
}

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
