import type { Job } from "./job.ts";
import { mailTitle } from "./mail/mail-plan.ts";
import { MAIL_PROVIDERS, PRESETS } from "./mail/presets.ts";
import { presetAt } from "./website/preset-at.ts";
import { websiteTitle } from "./website/website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website/website-preset.ts";

/** What is left to do at the provider after a job that connects a website or mail; undefined for other jobs. */
export function lastStepOf({ kind, title }: Pick<Job, "kind" | "title">): string | undefined {
  const website = WEBSITE_PROVIDERS.find((provider) => kind === "website" && isTitle(websiteTitle(provider), title));
  if (website) return presetAt(website, websiteTitle(website) !== title).next;
  const mail = MAIL_PROVIDERS.find((provider) => kind === "mail" && isTitle(mailTitle(provider), title));
  return mail && PRESETS[mail].next;
}

/** Whether a job's title is `ofProvider`, a provider's title for the domain, or that title for a name below. */
function isTitle(ofProvider: string, title: string): boolean {
  return title === ofProvider || title.startsWith(`${ofProvider} at `);
}
