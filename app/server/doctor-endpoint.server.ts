import type { IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  openDoctorQuestion,
  type SiteReport,
  SPOOFED_ADDRESS,
} from "#app/use-cases/doctor-question.server.ts";
import { forwardedFor } from "./address.server.ts";

/**
 * What `npm run doctor` is told when it asks through PUBLIC_ORIGIN, as visitors come: which build answers, and how many proxies
 * have written into X-Forwarded-For. Undefined for whoever cannot show a fresh question that was sealed with APP_SECRET: for
 * them there is no such page. Source: docs/decisions/040-doctor.md.
 */
export function answerDoctor(req: IncomingMessage): SiteReport | undefined {
  if (req.url !== DOCTOR_PATH || req.method !== "GET") return undefined;
  const word = openDoctorQuestion(req.headers[DOCTOR_HEADER]);
  if (word === undefined) return undefined;
  const chain = forwardedFor(req);
  const at = chain.indexOf(SPOOFED_ADDRESS);
  return {
    word,
    version: SITE_VERSION,
    trustedProxies: env.trustedProxies,
    hasMark: at >= 0,
    behindMark: chain.length - (at + 1),
  };
}
