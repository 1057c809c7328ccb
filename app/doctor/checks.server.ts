import { accountChecks } from "./accounts.api.server.ts";
import { botCheckChecks } from "./bot-check.server.ts";
import { databaseChecks } from "./database.server.ts";
import { deskChecks } from "./desk.server.ts";
import { domainChecks } from "./domains.server.ts";
import type { Check } from "./finding.server.ts";
import { machineChecks } from "./machine.server.ts";
import { mailChecks } from "./mail.server.ts";
import type { DoctorOptions } from "./options.server.ts";
import { ownServiceChecks } from "./own-services.server.ts";
import { paymentChecks } from "./payments.server.ts";
import { redisChecks } from "./redis.server.ts";
import { senderChecks } from "./sender.server.ts";
import { settingsChecks } from "./settings.server.ts";
import { siteChecks } from "./site.api.server.ts";

/** Returns all checks in the order of the report. Each service has a file here and a line in this list. */
export function allChecks({ mail, dkim }: DoctorOptions): Check[] {
  return [
    ...settingsChecks(),
    ...siteChecks(),
    ...machineChecks(),
    ...databaseChecks(),
    ...accountChecks(),
    ...deskChecks(),
    ...redisChecks(),
    ...mailChecks(mail),
    ...senderChecks(dkim),
    ...domainChecks(),
    ...paymentChecks(),
    ...botCheckChecks(),
    ...ownServiceChecks(),
  ];
}
