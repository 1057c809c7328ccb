import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import { TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import { fixPlan } from "#app/model/dns/mail/fixes.ts";
import { mailPlan } from "#app/model/dns/mail/mail-plan.ts";
import { MAIL_LIMITS, type MailRequest, mailSchema } from "#app/model/dns/mail/mail-schema.ts";
import { MAIL_PROVIDERS } from "#app/model/dns/mail/presets.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { mailForm, mendForm } from "#app/ui/mail-form.ts";
import { dnsPath, listOnce, NOT_WHOLE, requireZone } from "./own-zone.ts";
import { takeWrite } from "./save-record.ts";

const FAILED = "Nothing was changed";
const NOTHING = "Nothing has to be changed";

/** Plans the changes that a form of the mail page asks for, and leads to where they are looked at. Nothing is changed yet. */
export async function mailAction(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name, zoneId } = owner.domain;
  const submission = await readForm(request, mailSchema(name), MAIL_LIMITS);
  const form = formOf(submission.payload);
  const refused = { context, form, submission, title: FAILED };
  if (submission.status !== "success") return refuse({ ...refused, title: "There is a problem" });

  const allowed = await takeWrite(owner.account.id);
  if (!allowed.ok) {
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds });
  }
  const list = await listOnce(context, zoneId);
  if (!list.ok) return refuse({ ...refused, message: list.message, status: 503 });
  if (!list.value.isComplete) return refuse({ ...refused, message: NOT_WHOLE, status: 503 });

  const plan = planFor(submission.value, list.value.records, name);
  if (!plan || plan.changes.length === 0) {
    const text = plan ? leftWords(plan) : "Somebody has mended it meanwhile.";
    return redirectWithNotice(dnsPath(name, "/mail"), { about: form, title: NOTHING, ...(text && { text }) });
  }
  const planned = await planChanges(owner, plan);
  if (!planned.ok) return refuse({ ...refused, message: planned.message, status: planned.status === 413 ? 413 : 503 });
  return redirect(dnsPath(name, `/history/${planned.value.job}`), 303);
}

function planFor(asked: MailRequest, records: readonly DnsRecord[], zone: string): Plan | undefined {
  return asked.kind === "fix" ? fixPlan(asked.code, records, zone) : mailPlan(asked.wishes, records, zone);
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
