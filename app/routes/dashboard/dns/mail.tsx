import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import { privatePage } from "#app/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, rejectForm } from "#app/http/form.server.ts";
import { outagePage } from "#app/http/outage.server.ts";
import { fixPlan } from "#app/model/dns/mail/fixes.ts";
import { mailHealth } from "#app/model/dns/mail/health.ts";
import { mailForms } from "#app/model/dns/mail/mail-forms.ts";
import { mailPlan } from "#app/model/dns/mail/mail-plan.ts";
import { MAIL_LIMITS, mailSchema } from "#app/model/dns/mail/mail-setup.ts";

import { MAIL_PROVIDERS } from "#app/model/dns/mail/presets.ts";
import { type FormErrors, statusOf } from "#app/model/form-result.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { noteMailTrouble } from "#app/use-cases/dns/mail-trouble.server.ts";
import { INCOMPLETE_LIST, readForPlan, readRecords } from "#app/use-cases/dns/zone-records.server.ts";
import { dnsPath, jobPath, requireZone, shownZone } from "./own-zone.ts";
import { fixFormId, MailHealth } from "./ui/mail-health.tsx";
import { MailPresets, presetFormId } from "./ui/mail-presets.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Mail for ${data?.domain ?? "your domain"}`,
    description: "Set up mail, and see whether it works.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  const zone = shownZone(domain);
  const list = await readRecords(args.context, domain.zoneId);
  const failure = list.ok ? INCOMPLETE_LIST : "Failed to fetch DNS records";
  // An incomplete list would report records as missing that exist.
  if (!list.ok || !list.value.isComplete) return outagePage(args.context, { ...zone, mail: null, failure });
  const { records } = list.value;
  noteMailTrouble(domain, records);
  const mail = {
    findings: mailHealth(records, domain.name),
    forms: mailForms(records, domain.name),
    wanted: new URL(args.request.url).searchParams.get("with"),
  };
  return data({ ...zone, mail, failure: "" });
}

/** Stores a plan of the changes that a form of the page asks for, and redirects to it. Nothing is changed yet. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const submission = await readForm(request, mailSchema(name), MAIL_LIMITS);
  const form = formOf(submission.payload);
  if (submission.status !== "success") return rejectForm({ context, form, submission });
  const reject = (errors: FormErrors) =>
    rejectForm({ context, form, submission, title: "Nothing was changed", ...errors });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(records.errors);
  const wanted = submission.value;
  const plan =
    wanted.kind === "fix" ? fixPlan(wanted.code, records.value, name) : mailPlan(wanted.setup, records.value, name);
  if (!plan || plan.changes.length === 0) {
    const skipped = plan?.asides
      .filter(({ kind }) => kind === "skipped")
      .map(({ text, reason }) => `${text}: ${reason}`);
    const text = skipped?.join(" ") ?? "It is already fixed.";
    const message = { about: form, title: "Nothing has to be changed", ...(text && { text }) };
    return redirectWithFlash(dnsPath(name, "/mail"), message);
  }
  const stored = await planChanges(owner, plan);
  if (!stored.ok) return reject({ message: stored.message, status: statusOf(stored) });
  return redirect(jobPath(name, stored.value.job), 303);
}

/** Which form of the page was posted. */
function formOf({ preset, fix }: Record<string, unknown>): string {
  if (typeof fix === "string" && preset === undefined) return fixFormId(fix);
  return presetFormId(MAIL_PROVIDERS.find((provider) => provider === preset) ?? MAIL_PROVIDERS[0]);
}

const SET_UP = "set-up-mail";

export default function MailPage() {
  const { mail, failure, ...zone } = useLoaderData<typeof loader>();
  const here = `${zone.path}/mail`;
  return (
    <ZonePage {...zone}>
      {mail ? (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[7fr_5fr] lg:items-start">
          <MailHealth findings={mail.findings} path={zone.path} setUpId={SET_UP} />
          <MailPresets
            id={SET_UP}
            forms={mail.forms}
            action={here}
            wanted={mail.wanted}
            isNeeded={mail.findings.some(({ fix }) => fix?.kind === "preset")}
          />
        </div>
      ) : (
        <ReadFailure title={failure} retryHref={here} />
      )}
    </ZonePage>
  );
}
