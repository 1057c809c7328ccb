import { failureOf } from "#app/gateways/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding } from "./finding.server.ts";

/** A check and what it has found. */
export type Line = Finding & Pick<Check, "name" | "why">;

/** For any one of them; they run side by side, so it is the time for all. */
const PATIENCE_MS = 12_000;

/** Runs all checks side by side, each for 12 s at most, and gives their lines in the same order. Never throws. */
export function runChecks(checks: readonly Check[], patienceMs = PATIENCE_MS): Promise<Line[]> {
  return Promise.all(checks.map((check) => runOne(check, patienceMs)));
}

async function runOne({ name, why, look }: Check, patienceMs: number): Promise<Line> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding>((resolve) => {
    const finding = bad(`Nothing came of it within ${patienceMs / 1000} s.`, "Try once more; look at the network.");
    timer = setTimeout(() => resolve(finding), patienceMs);
  });
  const found = await Promise.race([begin(look).catch(broken), tooLong]);
  clearTimeout(timer);
  return { name, why, ...found };
}

async function begin(look: Check["look"]): Promise<Finding> {
  return look();
}

/** What the error says of itself stays out: it may hold a key. A failed connection is a service's, and no fault of ours. */
function broken(error: unknown): Finding {
  const why = failureOf(error);
  const todo =
    why.kind === "other" ? "Report it: it is our fault." : "See whether the service answers, then try again.";
  return bad(`This could not be tried (${Object.values(why).join(", ")}).`, todo);
}
