import type { HttpHandler } from "msw";
import { daraja } from "./daraja/daraja.ts";
import { resetAuthService } from "./database/gotrue.ts";
import { botCheckHandlers, forgetTokens } from "./handlers/bot-check.ts";
import { contactHandlers, forgetContactKeys } from "./handlers/contact.ts";
import { databaseHandlers } from "./handlers/database.ts";
import { dnsHandlers } from "./handlers/dns.ts";
import { forgetMailKeys, mailHandlers } from "./handlers/mail.ts";
import { mpesaHandlers } from "./handlers/mpesa.ts";
import { newsletterHandlers } from "./handlers/newsletter.ts";
import { projectsHandlers, setProjectsMode } from "./handlers/projects.ts";
import { publicDnsHandlers } from "./handlers/public-dns.ts";
import { registrarHandlers } from "./handlers/registrar.ts";
import { registrarAccountHandlers } from "./handlers/registrar-account.ts";
import { registrarRecordsHandlers } from "./handlers/registrar-records.ts";
import { strideMailHandlers } from "./handlers/stride-mail.ts";
import { whmHandlers } from "./handlers/whm.ts";
import { outbox } from "./outbox.ts";
import { forgetAccount } from "./registrar/account-state.ts";
import { hostingServer } from "./whm/hosting-server.ts";
import { forgetWorkerKeys } from "./workers/worker.ts";
import { zones } from "./zones.ts";

/** The handlers of all mock providers, for Vitest and for the sandbox's HTTP server. */
export const handlers: HttpHandler[] = [
  // First, because it gets the most calls.
  ...databaseHandlers,
  ...registrarAccountHandlers,
  ...registrarRecordsHandlers,
  ...registrarHandlers,
  ...dnsHandlers,
  ...publicDnsHandlers,
  ...contactHandlers,
  ...projectsHandlers,
  ...mailHandlers,
  ...newsletterHandlers,
  ...strideMailHandlers,
  ...botCheckHandlers,
  ...mpesaHandlers,
  ...whmHandlers,
];

/** Resets all mock providers: the outbox is empty, the zones are the seed's, and earlier calls are forgotten. */
export function resetMocks(): void {
  outbox.clear();
  forgetContactKeys();
  forgetMailKeys();
  forgetWorkerKeys();
  forgetTokens();
  forgetAccount();
  daraja.reset();
  hostingServer.reset();
  setProjectsMode("ok");
  resetAuthService();
  zones.reset();
}
