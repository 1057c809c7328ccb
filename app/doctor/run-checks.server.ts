import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding } from "./finding.server.ts";

/** A check with its finding: one line of the report. */
export type Line = Finding & Pick<Check, "name" | "why">;

/** Runs all checks at the same time, each for at most 12 s. Returns their lines in the same order. Never throws. */
export function runChecks(checks: readonly Check[]): Promise<Line[]> {
  return Promise.all(checks.map((check) => runOne(check)));
}

async function runOne({ name, why, run }: Check): Promise<Line> {
  const timeoutMs = deadlineMs("doctorCheck");
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Finding>((resolve) => {
    const finding = bad(`Nothing came of it within ${timeoutMs / 1000} s.`, "Try once more; look at the network.");
    timer = setTimeout(() => resolve(finding), timeoutMs);
  });
  const finished = Promise.resolve().then(run).catch(toFinding);
  const finding = await Promise.race([finished, timeout]);
  clearTimeout(timer);
  return { name, why, ...finding };
}

/** Leaves out the error's message, which may contain a key. Only an error that is not a failed connection is our bug. */
function toFinding(error: unknown): Finding {
  const failure = failureOf(error);
  const advice =
    failure.kind === "other" ? "Report it: it is our fault." : "See whether the service answers, then try again.";
  return bad(`This could not be tried (${Object.values(failure).join(", ")}).`, advice);
}
