import { switchStepOffOnServer } from "#app/gateways/desk/people.server.ts";

const USAGE = "npm run desk -- step-off person@example.co.ke   switches off the second step of this account\n";

const SENTENCES = {
  off: "The second step is off. The person gets a mail of it, and signs in by password.",
  none: "This account has no second step.",
  unknown: "No account has exactly this address.",
};

/** Runs a command of the desk and prints what became of it. Returns the exit code. Source: docs/operations.md, "Lost second step". */
export async function runDeskCommand([command, address, ...rest]: readonly string[]): Promise<number> {
  if (command !== "step-off" || address === undefined || rest.length > 0) {
    process.stderr.write(USAGE);
    return 1;
  }
  const ended = await switchStepOffOnServer(address);
  const sentence = ended.ok
    ? SENTENCES[ended.value]
    : `${ended.message} The database may be down, or not have this version.`;
  process.stdout.write(`${sentence}\n`);
  return ended.ok && ended.value === "off" ? 0 : 1;
}
