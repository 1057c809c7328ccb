import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/form.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import { fixPlan } from "#app/model/dns/mail/fixes.ts";
import { mailPlan } from "#app/model/dns/mail/mail-plan.ts";
import { MAIL_LIMITS, type MailRequest, mailSchema } from "#app/model/dns/mail/mail-setup.ts";
import { MAIL_PROVIDERS } from "#app/model/dns/mail/presets.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { changeZone, postedForm } from "./change-zone.ts";
import { dnsPath } from "./own-zone.ts";
import { mailForm, mendForm } from "./ui/mail-form.ts";

/** Plans the changes that a form of the mail page asks for, and leads to where they are looked at. Nothing is changed yet. */
export function mailAction(args: ActionFunctionArgs) {
  return changeZone(args, {
    form: async ({ context, request }, domain) => {
      const submission = await readForm(request, mailSchema(domain), MAIL_LIMITS);
      return postedForm({ context, form: formOf(submission.payload), submission });
    },
    plan: (asked, records, zone) => {
      const plan = planFor(asked, records, zone);
      return plan && plan.changes.length > 0 ? plan : nothingToDo(asked, plan, zone);
    },
  });
}

function nothingToDo(asked: MailRequest, plan: Plan | undefined, zone: string) {
  const text = plan ? leftWords(plan) : "It is already fixed.";
  const about = asked.kind === "fix" ? mendForm(asked.code) : mailForm(asked.setup.provider);
  return redirectWithFlash(dnsPath(zone, "/mail"), {
    about,
    title: "Nothing has to be changed",
    ...(text && { text }),
  });
}

function planFor(asked: MailRequest, records: readonly DnsRecord[], zone: string): Plan | undefined {
  return asked.kind === "fix" ? fixPlan(asked.code, records, zone) : mailPlan(asked.setup, records, zone);
}

/** What was asked for and left out all the same. */
function leftWords({ asides }: Plan): string {
  const left = asides.filter(({ kind }) => kind === "skipped");
  return left.map(({ text, reason }) => `${text}: ${reason}`).join(" ");
}

function formOf({ preset, fix }: Record<string, unknown>): string {
  if (typeof fix === "string" && preset === undefined) return mendForm(fix);
  return mailForm(MAIL_PROVIDERS.find((provider) => provider === preset) ?? MAIL_PROVIDERS[0]);
}
