import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fixPlan } from "#app/dns/mail/fixes.ts";
import { mailHealth } from "#app/dns/mail/health.ts";
import { type MailForm, mailForms } from "#app/dns/mail/mail-forms.ts";
import { mailPlan } from "#app/dns/mail/mail-plan.ts";
import { MAIL_LIMITS, mailSchema, mailSetupToShow, typedMailValues } from "#app/dns/mail/mail-setup.ts";
import { MAIL_PROVIDERS } from "#app/dns/mail/presets.ts";
import { noteMailTrouble } from "#app/dns/mail-trouble.server.ts";
import { planPreview } from "#app/dns/plan-preview.server.ts";
import { INCOMPLETE_LIST, readForPlan, readRecords } from "#app/dns/read-zone.server.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { storePlan } from "#app/dns/store-plan.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { Providers } from "#app/routes/dashboard/ui/providers.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import plansCss from "#app/ui/styles/areas/plans.css?url";
import { dnsPath, jobPath, requireZone, shownZone } from "./own-zone.ts";
import { NO_PLACE, readMailPlace } from "./place.ts";
import { fixFormId, MailHealth } from "./ui/mail-health.tsx";
import { MailPreset, presetFormId } from "./ui/mail-preset.tsx";
import { PlaceForm, placePath } from "./ui/place-form.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle", areas: "plans" };

export const links = () => areaSheet("plans", plansCss);

export const headers = privatePage;

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
  if (!list.ok || !list.value.isComplete)
    return outagePage(args.context, { ...zone, place: NO_PLACE, mail: null, failure });
  const { records } = list.value;
  noteMailTrouble(domain, records);
  const { place, found } = readMailPlace(args.request, records, domain.name);
  if (found === undefined) return data({ ...zone, place, mail: null, failure: "" }, { status: 400 });
  const forms = mailForms(records, domain.name, found);
  const form = forms.find(({ provider }) => provider === place.provider);
  const mail = {
    findings: mailHealth(records, domain.name, found),
    choices: forms.map(({ provider, name, isInUse, isSender }) => ({ provider, name, isInUse, isSender })),
    chosen: form ? { ...form, plan: shownPlan(form, records, domain.name, found) } : null,
  };
  return data({ ...zone, place, mail, failure: "" });
}

/** What a provider's form will change if only its required fields are filled in. */
function shownPlan({ provider, values }: MailForm, records: readonly DnsRecord[], zone: string, name: string) {
  const shown = mailSetupToShow(provider, values, name);
  return planPreview(shown && mailPlan(shown.setup, records, zone), zone, shown?.words);
}

/**
 * Connects mail by the changes that the page showed. If the changes differ, or fix a finding, the page of their job shows them
 * first.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  // The name is read without the zone first, so that a form with mistakes calls no provider.
  const submission = await readForm(request, mailSchema(readMailPlace(request, [], name).found ?? name), MAIL_LIMITS);
  const form = formOf(submission.payload);
  if (submission.status !== "success") return rejectForm({ context, form, submission });
  const reject = (errors: FormErrors) =>
    rejectForm({ context, form, submission, title: "Nothing was changed", ...errors });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(records.errors);
  const { place, found } = readMailPlace(request, records.value, name);
  if (found === undefined) return reject({ message: place.error, status: 409 });
  const wanted = submission.value;
  const plan =
    wanted.kind === "fix"
      ? fixPlan(wanted.code, records.value, name, found)
      : mailPlan(wanted.setup, records.value, name);
  if (!plan || plan.changes.length === 0) {
    const skipped = plan?.asides
      .filter(({ kind }) => kind === "skipped")
      .map(({ text, reason }) => `${text}: ${reason}`);
    const text = skipped?.join(" ") ?? "It is already fixed.";
    const message = { about: form, title: "Nothing has to be changed", ...(text && { text }) };
    const provider = wanted.kind === "fix" ? null : wanted.setup.provider;
    return redirectWithFlash(placePath(dnsPath(name, "/mail"), provider, place.at), message);
  }
  const typed = wanted.kind === "fix" ? [] : typedMailValues(wanted.setup);
  const stored = await storePlan(owner, plan, { expectedVersion: submission.payload.expectedVersion, typed });
  if (!stored.ok) return reject({ message: stored.message, status: statusOf(stored) });
  return redirect(jobPath(name, stored.value.job), 303);
}

/** Which form of the page was posted. */
function formOf({ preset, fix }: Record<string, unknown>): string {
  if (typeof fix === "string" && preset === undefined) return fixFormId(fix);
  return presetFormId(MAIL_PROVIDERS.find((provider) => provider === preset) ?? MAIL_PROVIDERS[0]);
}

export default function MailPage() {
  const { place, mail, failure, ...zone } = useLoaderData<typeof loader>();
  const here = `${zone.path}/mail`;
  const name = place.at || zone.display;
  const hint = `What stands after the @. Leave it empty for ${zone.display}. Type news for news.${zone.display}.`;
  const choose = (
    <PlaceForm {...place} here={here} title={`Mail at another name, such as news.${zone.display}`} hint={hint} />
  );
  const inUse = mail?.choices.find(({ isInUse }) => isInUse)?.provider;
  return (
    <ZonePage {...zone}>
      {mail ? (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[7fr_5fr] lg:items-start">
          <div className="grid grid-cols-1 gap-8">
            {mail.chosen && (
              <MailPreset
                key={`${mail.chosen.provider} ${name}`}
                display={name}
                zone={zone.display}
                preset={mail.chosen}
                action={placePath(here, mail.chosen.provider, place.at)}
              />
            )}
            <MailHealth
              name={place.at}
              findings={mail.findings}
              path={zone.path}
              action={placePath(here, null, place.at)}
              setUpHref={inUse === undefined ? "#connect-mail" : placePath(here, inUse, place.at)}
            />
          </div>
          <section id="connect-mail" className="flow" aria-labelledby="who">
            <h2 id="who">{mail.chosen ? "Another provider" : "Connect mail"}</h2>
            <p>Who keeps your mailboxes? You see every change first, and your website stays as it is.</p>
            <Providers
              to={(provider) => placePath(here, provider, place.at)}
              choices={mail.choices.filter(({ isSender }) => !isSender)}
            />
            <h3 className="mt-6">Newsletters and bills</h3>
            <p>Who sends mail in your name, besides your mailboxes? Those stay where they are.</p>
            <Providers
              to={(provider) => placePath(here, provider, place.at)}
              choices={mail.choices.filter(({ isSender }) => isSender)}
            />
            {choose}
          </section>
        </div>
      ) : failure === "" ? (
        <section aria-labelledby="who">
          <h2 id="who">Connect mail</h2>
          {choose}
        </section>
      ) : (
        <ReadFailure title={failure} retryHref={here} />
      )}
    </ZonePage>
  );
}
