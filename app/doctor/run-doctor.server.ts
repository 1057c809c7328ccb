import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import { accountChecks, staffChecks } from "./accounts.api.server.ts";
import { databaseChecks } from "./database.server.ts";
import { domainChecks } from "./domains.server.ts";
import { hostingChecks } from "./hosting.server.ts";
import { machineChecks, settingsChecks } from "./machine.server.ts";
import { mailChecks, senderChecks } from "./mail.server.ts";
import { botCheckChecks, ownServiceChecks, redisChecks } from "./own-services.server.ts";
import { handPaymentChecks, paymentChecks } from "./payments.server.ts";
import {
  bad,
  type Check,
  type DoctorOptions,
  type Finding,
  type Line,
  printReport,
  SANDBOX_MODE,
} from "./report.server.ts";
import { siteChecks } from "./site.api.server.ts";

/** Runs all checks and prints the report. Returns the exit code: 1 if visitors would notice a problem. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  // The gateways' log lines would stand between the lines of the report.
  log.level = "silent";
  const lines = await runChecks(allChecks(options));
  const mode = env.isSandbox ? SANDBOX_MODE : "a real site";
  return printReport({ mode, address: env.origin }, sanitizeLines(lines, knownSecrets()), options.json);
}

/** Characters that move a terminal's cursor or reverse the text. Lines quote DNS records, which strangers may write. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Characters; a shorter secret could be part of an ordinary word. */
const SHORTEST_SECRET = 6;

/** Returns the lines with secrets and unprintable characters replaced. */
export function sanitizeLines<Line extends { message: string; advice?: string }>(
  lines: Line[],
  secrets: string[],
): Line[] {
  const sanitize = (text: string) =>
    secrets
      .filter((secret) => secret.length >= SHORTEST_SECRET)
      .reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
      .replace(UNPRINTABLE, "\uFFFD");
  return lines.map((line) => ({
    ...line,
    message: sanitize(line.message),
    ...(line.advice && { advice: sanitize(line.advice) }),
  }));
}

/** Returns every secret that this process knows; empty strings for those that are not set. */
function knownSecrets(): string[] {
  const { appSecret, supabase, registrar, dns, smtp, mail, workerKey, botCheck, redisUrl, whm } = env;
  return [
    appSecret,
    supabase.publishableKey,
    supabase.secretKey,
    registrar?.authorization ?? "",
    dns?.authorization ?? "",
    smtp?.auth?.user ?? "",
    smtp?.auth?.pass ?? "",
    mail?.key ?? "",
    workerKey ?? "",
    decodeURIComponent(new URL(redisUrl ?? "redis://").password),
    botCheck.secret,
    whm?.token ?? "",
  ];
}

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

/** Returns all checks in the order of the report. Each service has a file here and a line in this list. */
export function allChecks({ mail, dkim }: DoctorOptions): Check[] {
  return [
    ...settingsChecks(),
    ...siteChecks(),
    ...machineChecks(),
    ...databaseChecks(),
    ...accountChecks(),
    ...staffChecks(),
    ...handPaymentChecks(),
    ...redisChecks(),
    ...mailChecks(mail),
    ...senderChecks(dkim),
    ...domainChecks(),
    ...paymentChecks(),
    ...hostingChecks(),
    ...botCheckChecks(),
    ...ownServiceChecks(),
  ];
}
