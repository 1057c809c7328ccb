import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { planPreview } from "#app/dns/plan-preview.server.ts";
import { completeRecords, INCOMPLETE_LIST, readForPlan, readRecords } from "#app/dns/read-zone.server.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { storePlan } from "#app/dns/store-plan.server.ts";
import { presetAt } from "#app/dns/website/preset-at.ts";
import { affectedMailServer, websiteNames, websitePlan } from "#app/dns/website/website-plan.ts";
import { isWebsiteProvider, type WebsiteProvider } from "#app/dns/website/website-preset.ts";
import {
  presentWebsite,
  setupToShow,
  typedValues,
  type WebsiteSetup,
  websiteSchema,
} from "#app/dns/website/website-setup.ts";
import { websiteChoices } from "#app/dns/website/websites-in-use.ts";
import { wwwQuestion } from "#app/dns/website/www-question.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";
import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Providers } from "#app/routes/dashboard/ui/providers.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import plansCss from "#app/ui/styles/areas/plans.css?url";
import { jobPath, requireZone, shownZone } from "./own-zone.ts";
import { NO_PLACE, readPlace } from "./place.ts";
import { PlaceForm, placePath } from "./ui/place-form.tsx";
import { WEBSITE_FORM, WebsiteForm } from "./ui/website-form.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle", areas: "plans" };

export const links = () => areaSheet("plans", plansCss);

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Website for ${data?.domain ?? "your domain"}`,
    description: "Connect a website to your domain.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  const zone = shownZone(domain);
  const records = completeRecords(await readRecords(args.context, domain.zoneId));
  if (!records)
    return outagePage(args.context, { ...zone, place: NO_PLACE, choices: [], chosen: null, failure: INCOMPLETE_LIST });
  const { place, found } = placeOf(args.request, records, domain.name);
  if (found === undefined) return data({ ...zone, place, choices: [], chosen: null, failure: "" }, { status: 400 });
  const choices = websiteChoices(records, domain.name, found);
  const ip = ipParam(args.request);
  const chosen = isWebsiteProvider(place.provider)
    ? shownPreset(place.provider, records, domain.name, found, ip)
    : null;
  return data({ ...zone, place, choices, chosen, failure: "" });
}

/** Returns the server's address that a page of hosting put into the URL; "" for none. */
function ipParam({ url }: Request): string {
  const ip = new URL(url).searchParams.get("ip") ?? "";
  return /^[\da-f.:]{3,45}$/i.test(ip) ? ip : "";
}

/** Returns the name of the URL as `readPlace` does; for `www` returns the domain, because both are connected together. */
function placeOf(request: Request, records: readonly DnsRecord[], zone: string) {
  const read = readPlace(request, records, zone);
  return read.found === `www.${zone}` ? { place: { ...read.place, at: "", live: "" }, found: zone } : read;
}

/**
 * What the page shows of a provider: its form (with the present values if the provider is in use), what the form will change,
 * and the last step. If a record at `www` is in the way, the form asks what to do with it, and the changes are shown after the
 * answer.
 */
function shownPreset(provider: WebsiteProvider, records: readonly DnsRecord[], zone: string, name: string, ip = "") {
  const preset = { provider, ...presetAt(provider, name !== zone), knownBy: undefined };
  const isInUse = websiteChoices(records, zone, name).some((choice) => choice.isInUse && choice.provider === provider);
  const present = isInUse ? presentWebsite(provider, records, zone, name) : undefined;
  const { setup, words } = present ? wordsOf(present.setup, zone) : setupToShow(provider, zone, name);
  const question = wwwQuestion(setup, records, zone);
  const connected = question ? { ...setup, www: "leave" as const } : setup;
  const plan = planPreview(websitePlan(connected, records, zone), zone, words);
  return {
    ...preset,
    asks: preset.asks.map((ask) => ({
      ...ask,
      ...(present && { starts: present.typed[ask.field] }),
      ...(!present && ask.field === "address" && ip !== "" && { starts: ip }),
    })),
    names: websiteNames(connected, zone).map(toDisplayName),
    isDone: plan.changes.length === 0,
    ...(question ? { question, plan: null } : { plan }),
  };
}

/**
 * Returns a set-up with the words for its values (as `setupToShow` does); these values are in the zone already, so they are
 * shown as they are.
 */
function wordsOf(setup: WebsiteSetup, zone: string) {
  return { setup, words: Object.fromEntries(typedValues(setup, zone).map((value) => [value, value])) };
}

/** Connects a website by the changes that the page showed. If the changes differ, the page of their job shows them first. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  // The name is read without the zone first, so that a form with mistakes calls no provider.
  const { found: typedName = name } = placeOf(request, [], name);
  const submission = await readForm(request, websiteSchema(name, typedName));
  if (submission.status !== "success") return rejectForm({ context, form: WEBSITE_FORM, submission });
  const reject = (errors: FormErrors) =>
    rejectForm({ context, form: WEBSITE_FORM, submission, title: "Nothing was changed", ...errors });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(records.errors);
  const { place, found } = placeOf(request, records.value, name);
  if (found === undefined) return reject({ message: place.error, status: 409 });
  const question = submission.value.www === undefined && wwwQuestion(submission.value, records.value, name);
  if (question) return reject({ fieldErrors: { www: [`Choose what to do with ${question.name}.`] }, status: 409 });
  const plan = websitePlan(submission.value, records.value, name);
  if (plan.changes.length === 0) {
    const text = plan.asides.map(({ text, reason }) => `${text}: ${reason}`).join(" ");
    const message = { about: WEBSITE_FORM, title: "Nothing has to be changed", ...(text && { text }) };
    return redirectWithFlash(placePath(`${domainPath(name)}/website`, submission.value.provider, place.at), message);
  }
  const server = affectedMailServer(plan.changes, records.value);
  if (server !== undefined) {
    const title = "Nothing was changed: your mail would stop";
    const message = `Your mail goes to ${server}, and the website would take that name. Give your mail server another name first, or connect mail with a provider.`;
    return reject({ title, message, status: 409 });
  }
  const typed = typedValues(submission.value, name);
  const stored = await storePlan(owner, plan, { expectedVersion: submission.payload.expectedVersion, typed });
  if (!stored.ok) return reject({ message: stored.message, status: statusOf(stored) });
  return redirect(jobPath(name, stored.value.job), 303);
}

export default function WebsitePage() {
  const { domain, display, place, choices, chosen, failure } = useLoaderData<typeof loader>();
  const here = `${domainPath(domain)}/website`;
  return (
    <div className="page sheet app">
      <DomainHeader domain={domain} display={display} hasZone />
      <div className="mt-4 grid grid-cols-1 content-start gap-stack lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-12 lg:gap-y-8">
        {failure !== "" && <ReadFailure title={failure} retryHref={here} />}
        {chosen && (
          <WebsiteForm
            key={`${chosen.provider} ${place.at}`}
            domain={domain}
            display={display}
            preset={chosen}
            action={placePath(here, chosen.provider, place.at)}
          />
        )}
        {failure === "" && (
          <section className="flow" aria-labelledby="where">
            <h2 id="where">{chosen ? "Another place" : "Connect a website"}</h2>
            {choices.length > 0 && (
              <>
                <p>Where is your website? You see every change first, and your mail stays as it is.</p>
                <Providers to={(provider) => placePath(here, provider, place.at)} choices={choices} />
              </>
            )}
            <PlaceForm
              {...place}
              here={here}
              title={`Connect another name, such as shop.${display}`}
              hint={`Leave it empty for ${display} and www.${display}. Type shop for shop.${display}.`}
            />
            <p className="quiet">To forward visitors to another address, open Domains in cPanel, then Redirects.</p>
          </section>
        )}
      </div>
    </div>
  );
}
