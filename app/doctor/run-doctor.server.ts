import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { allChecks } from "./checks.server.ts";
import type { DoctorOptions } from "./options.server.ts";
import { printReport, SANDBOX_MODE } from "./report.server.ts";
import { runChecks } from "./run-checks.server.ts";

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
  const { appSecret, supabase, registrar, dns, smtp, mail, workerKey, botCheck, redisUrl } = env;
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
  ];
}
