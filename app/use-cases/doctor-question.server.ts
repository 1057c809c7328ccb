import { z } from "zod";
import { seal, unseal } from "./seal.server.ts";

/** The path that the doctor requests, and the header with its question. Other requests get a 404. */
export const DOCTOR_PATH = "/doctor";
export const DOCTOR_HEADER = "x-doctor";

/** Allows for a slow network and a difference between two clocks. */
const LIFE_MS = 5 * 60_000;

/** A documentation address (RFC 5737) put first in X-Forwarded-For, so that all later entries were written by proxies. */
export const SPOOFED_ADDRESS = "192.0.2.13";

const questionSchema = z.object({ doctor: z.string().min(1) });

/** Seals a question that only a process with the same APP_SECRET can make and open. */
export function sealDoctorQuestion(word: string): string {
  return seal({ doctor: word }, LIFE_MS);
}

/** Returns the word of a valid question, or undefined. */
export function openDoctorQuestion(sealed: unknown): string | undefined {
  return questionSchema.safeParse(unseal(sealed)).data?.doctor;
}

/**
 * The site's reply about the doctor's request. `word` is the question's. `behindMark`: the number of entries of X-Forwarded-For
 * after the spoofed address, or of all entries without it. It contains no address.
 */
export const siteReportSchema = z.object({
  word: z.string(),
  version: z.string(),
  trustedProxies: z.number(),
  hasMark: z.boolean(),
  behindMark: z.number(),
});
export type SiteReport = z.infer<typeof siteReportSchema>;
