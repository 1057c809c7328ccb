import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { allChecks } from "./checks.server.ts";
import { SANDBOX, tell } from "./report.server.ts";
import { runChecks } from "./run-checks.server.ts";
import type { Wishes } from "./wishes.server.ts";

/** Tries everything and tells what was found. Gives the exit code: 1 if a visitor would notice something. */
export async function examine(wishes: Wishes): Promise<number> {
  // The gateways' own lines would stand between ours.
  log.level = "silent";
  const lines = await runChecks(allChecks(wishes));
  const mode = env.isSandbox ? SANDBOX : "a real site";
  return tell({ mode, address: env.origin }, fitToTell(lines, secrets()), wishes.json);
}

/** What moves a terminal's cursor, or turns a line around: texts of a zone are shown, and whoever writes them may write that. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * What no check should say, and none may: secrets, of which a very short one would be found within words, and characters that are no
 * text.
 */
export function fitToTell<Line extends { says: string; todo?: string }>(lines: Line[], known: string[]): Line[] {
  const clean = (text: string) =>
    known
      .filter((one) => one.length > 5)
      .reduce((left, one) => left.replaceAll(one, "…"), text)
      .replace(UNPRINTABLE, "\uFFFD");
  return lines.map((line) => ({ ...line, says: clean(line.says), ...(line.todo && { todo: clean(line.todo) }) }));
}

/** Every secret that this process knows. */
function secrets(): string[] {
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
