import { hkdfSync } from "node:crypto";
import { z } from "zod";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { env } from "#app/platform/env.server.ts";

/** A key of its own, so that no other sealed value of the site opens a thread. */
const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "thread", 32)));
/** 180 days: longer than anybody waits with a reply. The same words by the contact form start a new thread. */
const LIFE_MS = 180 * 24 * 3600_000;

/** Returns the URL of the public page of a thread. Whoever has it reads the thread. */
export function threadHref(threadId: string): string {
  return `${mailSite().origin}/thread/${seal(threadId, LIFE_MS)}`;
}

/** Returns the id of the thread in a link's token, or undefined if the token is invalid or has expired. */
export function openThreadLink(token: unknown): string | undefined {
  return z.uuid().safeParse(unseal(token)).data;
}
