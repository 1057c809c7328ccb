import type { IncomingMessage } from "node:http";
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  openDoctorQuestion,
  type SiteReport,
  SPOOFED_ADDRESS,
} from "#app/doctor/question.server.ts";
import { env } from "#app/platform/env.server.ts";
import { forwardedFor } from "./client-address.server.ts";

/**
 * Returns the site's report for `npm run doctor`, which requests it at PUBLIC_ORIGIN as a visitor would: the version, and how
 * many proxies appended to X-Forwarded-For. Returns undefined for any other request, and for one without a fresh question
 * sealed with APP_SECRET: the site then answers 404. Source: docs/decisions/040-doctor.md.
 */
export function doctorReport(req: IncomingMessage): SiteReport | undefined {
  if (req.url !== DOCTOR_PATH || req.method !== "GET") return undefined;
  const questionId = openDoctorQuestion(req.headers[DOCTOR_HEADER]);
  if (questionId === undefined) return undefined;
  const entries = forwardedFor(req);
  const index = entries.indexOf(SPOOFED_ADDRESS);
  return {
    questionId,
    version: SITE_VERSION,
    trustedProxies: env.trustedProxies,
    hasSpoofedAddress: index >= 0,
    proxyEntries: entries.length - (index + 1),
  };
}
