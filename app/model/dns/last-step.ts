import type { Job } from "./job.ts";
import { mailTitle } from "./mail/mail-plan.ts";
import { MAIL_PROVIDERS, PRESETS } from "./mail/presets.ts";
import { websiteTitle } from "./website/website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website/website-preset.ts";
import { WEBSITE_PRESETS } from "./website/website-presets.ts";

/** What is left to do at the provider after a job that connects a website or mail; undefined for other jobs. */
export function lastStepOf({ kind, title }: Pick<Job, "kind" | "title">): string | undefined {
  const website = WEBSITE_PROVIDERS.find((provider) => kind === "website" && websiteTitle(provider) === title);
  if (website) return WEBSITE_PRESETS[website].next;
  const mail = MAIL_PROVIDERS.find((provider) => kind === "mail" && mailTitle(provider) === title);
  return mail && PRESETS[mail].next;
}
