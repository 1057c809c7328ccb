import { z } from "zod";
import { seal, unseal } from "./seal.server.ts";

/** Where the doctor asks the site, and the header with its question. For everybody else there is no such page. */
export const DOCTOR_PATH = "/doctor";
export const DOCTOR_HEADER = "x-doctor";

/** A little more than a slow network needs, and what two clocks may differ by. */
const LIFE_MS = 5 * 60_000;

/** An address that is nobody's (RFC 5737): the first in X-Forwarded-For, so that what stands behind it was written by proxies. */
export const SPOOFED_ADDRESS = "192.0.2.13";

const questionSchema = z.object({ doctor: z.string().min(1) });

/** A question that only this site understands, whoever's way it comes: who has no APP_SECRET can make none. */
export function sealDoctorQuestion(word: string): string {
  return seal({ doctor: word }, LIFE_MS);
}

/** The word of a question of ours that is not too old; undefined for anything else. */
export function openDoctorQuestion(sealed: unknown): string | undefined {
  return questionSchema.safeParse(unseal(sealed)).data?.doctor;
}

/**
 * What the site says of a request that came to it: `word` is the question's. `behindMark`: how many entries of X-Forwarded-For
 * stand behind the mark, or in all of it where the mark is gone. No address is among it.
 */
export const siteSaysSchema = z.object({
  word: z.string(),
  version: z.string(),
  trustedProxies: z.number(),
  hasMark: z.boolean(),
  behindMark: z.number(),
});
export type SiteSays = z.infer<typeof siteSaysSchema>;
