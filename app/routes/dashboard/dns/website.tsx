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
import { affectedMailServer, websiteChoices, websitePlan } from "#app/model/dns/website/website-plan.ts";
import { isWebsiteProvider } from "#app/model/dns/website/website-preset.ts";
import { WEBSITE_PRESETS } from "#app/model/dns/website/website-presets.ts";
import { websiteSchema } from "#app/model/dns/website/website-setup.ts";
import { type FormErrors, statusOf } from "#app/model/form-result.ts";
import { DomainHeader } from "#app/routes/dashboard/ui/domain-header.tsx";
import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Providers } from "#app/routes/dashboard/ui/providers.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { completeRecords, INCOMPLETE_LIST, readForPlan, readRecords } from "#app/use-cases/dns/zone-records.server.ts";
import { jobPath, requireZone, shownZone } from "./own-zone.ts";
import { WEBSITE_FORM, WebsiteForm } from "./ui/website-form.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = privatePage;

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
  if (!records) return outagePage(args.context, { ...zone, choices: [], chosen: null, failure: INCOMPLETE_LIST });
  const choices = websiteChoices(records, domain.name);
  const wanted = new URL(args.request.url).searchParams.get("with");
  const chosen = isWebsiteProvider(wanted) ? { provider: wanted, ...WEBSITE_PRESETS[wanted] } : null;
  return data({ ...zone, choices, chosen, failure: "" });
}

/** Stores a plan of the changes that connect a website, and redirects to it. Nothing is changed yet. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const submission = await readForm(request, websiteSchema(name));
  if (submission.status !== "success") return rejectForm({ context, form: WEBSITE_FORM, submission });
  const reject = (errors: FormErrors) =>
    rejectForm({ context, form: WEBSITE_FORM, submission, title: "Nothing was changed", ...errors });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(records.errors);
  const plan = websitePlan(submission.value, records.value, name);
  if (plan.changes.length === 0) {
    const text = plan.asides.map(({ text, reason }) => `${text}: ${reason}`).join(" ");
    const message = { about: WEBSITE_FORM, title: "Nothing has to be changed", ...(text && { text }) };
    return redirectWithFlash(`${domainPath(name)}/website?with=${submission.value.provider}`, message);
  }
  const server = affectedMailServer(plan.changes, records.value);
  if (server !== undefined) {
    const title = "Nothing was changed: your mail would stop";
    const message = `Mail goes to ${server}, which is the name that the website would take. Give your mail server a name of its own first, or connect mail with a provider.`;
    return reject({ title, message, status: 409 });
  }
  const stored = await planChanges(owner, plan);
  if (!stored.ok) return reject({ message: stored.message, status: statusOf(stored) });
  return redirect(jobPath(name, stored.value.job), 303);
}

export default function WebsitePage() {
  const { domain, display, choices, chosen, failure } = useLoaderData<typeof loader>();
  const here = `${domainPath(domain)}/website`;
  return (
    <div className="page sheet app">
      <DomainHeader
        domain={domain}
        display={display}
        title={
          <>
            Website of <span translate="no">{display}</span>
          </>
        }
        hasZone
      />
      <div className="mt-4 grid grid-cols-1 content-start gap-block lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-12 lg:gap-y-8">
        {failure !== "" && <ReadFailure title={failure} retryHref={here} />}
        {chosen && (
          <WebsiteForm key={chosen.provider} domain={domain} display={display} preset={chosen} action={here} />
        )}
        {failure === "" && (
          <section aria-labelledby="where">
            <h2 id="where">{chosen ? "Another place" : "Where is your website?"}</h2>
            <p>You see every change before it is made. Mail is not touched.</p>
            <Providers to={(provider) => `${here}?with=${provider}`} choices={choices} />
            <p className="quiet mt-3">
              To send visitors to another address instead, set a redirect where your website is: in cPanel it is under
              Domains, Redirects. DNS cannot do that.
            </p>
          </section>
        )}
      </div>
    </div>
  );
}
