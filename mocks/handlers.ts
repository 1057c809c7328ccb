import type { HttpHandler } from "msw";
import { resetAuthService } from "./database/gotrue.ts";
import { botCheckHandlers, forgetTokens } from "./handlers/bot-check.ts";
import { contactHandlers, forgetContactKeys } from "./handlers/contact.ts";
import { databaseHandlers } from "./handlers/database.ts";
import { dnsHandlers } from "./handlers/dns.ts";
import { forgetMailKeys, mailHandlers } from "./handlers/mail.ts";
import { newsletterHandlers } from "./handlers/newsletter.ts";
import { projectsHandlers, setProjectsMode } from "./handlers/projects.ts";
import { publicDnsHandlers } from "./handlers/public-dns.ts";
import { registrarHandlers } from "./handlers/registrar.ts";
import { registrarAccountHandlers } from "./handlers/registrar-account.ts";
import { registrarRecordsHandlers } from "./handlers/registrar-records.ts";
import { strideMailHandlers } from "./handlers/stride-mail.ts";
import { outbox } from "./outbox.ts";
import { forgetAccount } from "./registrar/account-state.ts";
import { forgetWorkerKeys } from "./workers/worker.ts";
import { zones } from "./zones.ts";

/** Every mock provider, once: mounted inside Vitest and over HTTP. */
export const handlers: HttpHandler[] = [
  // First, since it is asked most.
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
];

/** Puts every mock provider back as it was at the start: an empty outbox, the seed's zones, no memory of earlier calls. */
export function resetMocks(): void {
  outbox.clear();
  forgetContactKeys();
  forgetMailKeys();
  forgetWorkerKeys();
  forgetTokens();
  forgetAccount();
  setProjectsMode("ok");
  resetAuthService();
  zones.reset();
}
