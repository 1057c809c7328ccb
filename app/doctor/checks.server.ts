import { accountChecks } from "./accounts.server.ts";
import { botCheckChecks } from "./bot-check.server.ts";
import { databaseChecks } from "./database.server.ts";
import { domainChecks } from "./domains.server.ts";
import type { Check } from "./finding.server.ts";
import { machineChecks } from "./machine.server.ts";
import { mailChecks } from "./mail.server.ts";
import { redisChecks } from "./redis.server.ts";
import { senderChecks } from "./sender.server.ts";
import { settingsChecks } from "./settings.server.ts";
import { siteChecks } from "./site.server.ts";
import type { Wishes } from "./wishes.server.ts";
import { workerChecks } from "./workers.server.ts";

/** Everything that is tried, in the order of its lines. A service is a file here, and a line of this list. */
export function allChecks({ mail, dkim }: Wishes): Check[] {
  return [
    ...settingsChecks(),
    ...siteChecks(),
    ...machineChecks(),
    ...databaseChecks(),
    ...accountChecks(),
    ...redisChecks(),
    ...mailChecks(mail),
    ...senderChecks(dkim),
    ...domainChecks(),
    ...botCheckChecks(),
    ...workerChecks(),
  ];
}
