import type { State } from "./finding.server.ts";
import type { Line } from "./run-checks.server.ts";

/** The word that each line begins with, and its colour (ECMA-48, SGR). */
const MARKS: Record<State, { word: string; colour: number }> = {
  good: { word: "good", colour: 32 },
  look: { word: "look", colour: 33 },
  bad: { word: "BAD", colour: 31 },
  off: { word: "off", colour: 90 },
  unseen: { word: "unseen", colour: 36 },
};

const SUMMARY: Record<State, string> = {
  good: "good",
  look: "to look at",
  bad: "bad",
  off: "off",
  unseen: "that cannot be seen from here",
};

const INDENT = " ".repeat(8);

/** The mode of a site without the settings of a service. */
export const SANDBOX = "the sandbox";

/** What was examined: a site of which kind, and at which address. */
type About = { mode: string; address: string };

/** Writes all lines to standard output, in words or for programs. Gives the exit code: 1 if a visitor would notice something. */
export async function tell(about: About, lines: readonly Line[], isForPrograms = false): Promise<number> {
  const hasColours = process.stdout.isTTY === true && process.stdout.hasColors();
  const text = isForPrograms ? asJson(about, lines) : inWords(about, lines, hasColours);
  await new Promise((written) => process.stdout.write(text, written));
  return isIll(lines) ? 1 : 0;
}

function isIll(lines: readonly Line[]): boolean {
  return lines.some(({ state }) => state === "bad");
}

/** Each line has its state as a word in front, so that colours carry nothing alone. */
export function inWords({ mode, address }: About, lines: readonly Line[], hasColours: boolean): string {
  const counts = Object.entries(SUMMARY).flatMap(([state, words]) => {
    const count = lines.filter((line) => line.state === state).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  const verdict = isIll(lines) ? "Visitors would notice what is bad." : "Visitors would notice nothing.";
  const limits = mode === SANDBOX ? " This was the sandbox: a real site is examined with --env-file=FILE." : "";
  return [
    `Mtandao ${SITE_VERSION}, ${mode}: ${address}`,
    "",
    ...lines.flatMap((line) => wordsOf(line, hasColours)),
    "",
    `${counts.join(", ")}. ${verdict}${limits}`,
    "",
  ].join("\n");
}

function wordsOf({ state, name, says, why, todo }: Line, hasColours: boolean): string[] {
  const { word, colour } = MARKS[state];
  const padded = word.padEnd(INDENT.length - 1);
  const mark = hasColours ? `\x1b[${colour}m${padded}\x1b[0m` : padded;
  const more = todo === undefined ? [] : [`${INDENT}Why it matters: ${why}`, `${INDENT}What to do: ${todo}`];
  return [`${mark} ${name}: ${says}`, ...more];
}

export function asJson(about: About, lines: readonly Line[]): string {
  return `${JSON.stringify({ version: SITE_VERSION, ...about, ok: !isIll(lines), lines }, null, 2)}\n`;
}
