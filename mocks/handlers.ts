import type { HttpHandler } from "msw";
import { botCheckHandlers, forgetTokens } from "./handlers/bot-check.ts";
import { contactHandlers, forgetContactKeys } from "./handlers/contact.ts";
import { mailHandlers } from "./handlers/mail.ts";
import { registrarHandlers } from "./handlers/registrar.ts";
import { outbox } from "./outbox.ts";

/** Every mock provider, once: mounted inside Vitest and over HTTP. */
export const handlers: HttpHandler[] = [...registrarHandlers, ...contactHandlers, ...mailHandlers, ...botCheckHandlers];

/** Puts every mock provider back as it was at the start: an empty outbox, no memory of earlier calls. */
export function resetMocks(): void {
  outbox.clear();
  forgetContactKeys();
  forgetTokens();
}
