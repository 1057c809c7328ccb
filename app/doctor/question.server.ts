import { z } from "zod";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";

/** The path that the doctor requests, and the header with its question. Other requests get a 404. */
export const DOCTOR_PATH = "/doctor";
export const DOCTOR_HEADER = "x-doctor";

/** Allows for a slow network and a difference between two clocks. */
const LIFE_MS = 5 * 60_000;

/** A documentation address (RFC 5737) put first in X-Forwarded-For, so that all later entries were written by proxies. */
export const SPOOFED_ADDRESS = "192.0.2.13";

const questionSchema = z.object({ doctor: z.string().min(1) });

/** Seals a question that only a process with the same APP_SECRET can make and open. */
export function sealDoctorQuestion(questionId: string): string {
  return seal({ doctor: questionId }, LIFE_MS);
}

/** Returns the id of a valid question, or undefined. */
export function openDoctorQuestion(sealed: unknown): string | undefined {
  return questionSchema.safeParse(unseal(sealed)).data?.doctor;
}

/**
 * The site's reply to the doctor. `questionId` is that of the question. `proxyEntries`: the number of entries of
 * X-Forwarded-For after the spoofed address, or of all entries if it is missing. The reply contains no address.
 */
export const siteReportSchema = z.object({
  questionId: z.string(),
  version: z.string(),
  trustedProxies: z.number(),
  hasSpoofedAddress: z.boolean(),
  proxyEntries: z.number(),
});
export type SiteReport = z.infer<typeof siteReportSchema>;
