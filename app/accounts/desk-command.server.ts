import { callWords } from "#app/desk/step-off.ts";
import { findPhoneToCallOf, switchStepOffOnServer } from "./desk.table.server.ts";

const USAGE =
  "npm run desk -- phone person@example.co.ke      says which number to call to make sure who it is\n" +
  "npm run desk -- step-off person@example.co.ke   switches off the second step of this account\n";

const UNKNOWN = "No account has exactly this address.";
const SENTENCES = {
  off: "The second step is off. The person gets a mail of it, and signs in by password.",
  none: "This account has no second step.",
  unknown: UNKNOWN,
};

/** Runs a command of the desk and prints the outcome. Returns the exit code. Source: docs/operations.md, "Lost second step". */
export async function runDeskCommand([command, address, ...rest]: readonly string[]): Promise<number> {
  const run = COMMANDS.get(command ?? "");
  if (run === undefined || address === undefined || rest.length > 0) {
    process.stderr.write(USAGE);
    return 1;
  }
  const { isDone, sentence } = await run(address);
  process.stdout.write(`${sentence}\n`);
  return isDone ? 0 : 1;
}

type Outcome = { isDone: boolean; sentence: string };
const failed = ({ message }: { message: string }): Outcome => ({
  isDone: false,
  sentence: `${message} The database may be down, or not have this version.`,
});

const COMMANDS = new Map<string, (address: string) => Promise<Outcome>>([
  [
    "phone",
    async (address) => {
      const found = await findPhoneToCallOf(address);
      if (!found.ok) return failed(found);
      return { isDone: found.value !== null, sentence: found.value ? callWords(found.value) : UNKNOWN };
    },
  ],
  [
    "step-off",
    async (address) => {
      const ended = await switchStepOffOnServer(address);
      return ended.ok ? { isDone: ended.value === "off", sentence: SENTENCES[ended.value] } : failed(ended);
    },
  ],
]);
