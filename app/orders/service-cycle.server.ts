import { randomUUID } from "node:crypto";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { clockOf } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { listServicesToBackUp, noteBackup, runServiceDays } from "#app/services/service-days.table.server.ts";
import { serviceMail } from "#app/services/service-mail.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";
import { listServicesToExtend, openExtension } from "./extensions.table.server.ts";
import { newBill } from "./new-bill.server.ts";
import { followRegistrarHosting } from "./registrar-hosting.server.ts";

/** Mails of the cycle wait until this hour in Nairobi, so that they wake nobody. */
const MAIL_HOUR = 8;

/**
 * Does what the days bring to the services: opens the orders and bills of the next year, asks for suspensions, and tells who
 * ends a service to take a backup. Any number of processes may run it: each step is stored once, and what a killed process left
 * is done by the next turn. Source: docs/product/services.md, "Services".
 */
export async function runServiceCycle(now: Date, stopped?: AbortSignal): Promise<void> {
  // Without M-PESA nobody could pay the bill; the reminder says to ask us.
  if (env.mpesa) await openExtensions(now, stopped);
  while (!stopped?.aborted && (await runServiceDays(now))) log.info("services follow their days");
  if (Number(clockOf(now).slice(0, 2)) >= MAIL_HOUR) await askForBackups(now, stopped);
  await followRegistrarHosting(now, stopped);
}

/** Opens an order and a bill for each service that ends within thirty days and has a price. No money moves. */
async function openExtensions(now: Date, stopped: AbortSignal | undefined): Promise<void> {
  let after: string | undefined;
  do {
    const services = await listServicesToExtend(now, after);
    for (const service of services) {
      if (stopped?.aborted) return;
      const price = nextYearPriceOf(service);
      // Staff name it first. It is on their work list.
      if (!price) continue;
      const order = { id: randomUUID(), ksh: price.ksh };
      await openExtension(service, order, newBill([order]), now);
    }
    after = services.at(-1)?.id;
  } while (after !== undefined && !stopped?.aborted);
}

/** Mails each customer whose service ends in a week, as asked, to take a backup. */
async function askForBackups(now: Date, stopped: AbortSignal | undefined): Promise<void> {
  const site = mailSite();
  for (let due = await listServicesToBackUp(now); due.length > 0; due = await listServicesToBackUp(now)) {
    for (const { service, email, name } of due) {
      if (stopped?.aborted) return;
      const mail = () => serviceMail(service, { kind: "backup" }, { to: email, name, now, site });
      if (!(await noteBackup(service, now, isMailbox(email) ? [mail()] : []))) return;
    }
  }
}
