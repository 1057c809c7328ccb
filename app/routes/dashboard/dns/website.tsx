import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { websiteChoices } from "#app/model/dns/website/website-plan.ts";
import { isWebsiteProvider } from "#app/model/dns/website/website-preset.ts";
import { WEBSITE_PRESETS } from "#app/model/dns/website/website-presets.ts";
import { NameHead } from "#app/routes/dashboard/ui/name-head.tsx";
import { namePath } from "#app/routes/dashboard/ui/name-path.ts";
import { Providers } from "#app/routes/dashboard/ui/providers.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { listOnce, NOT_WHOLE, wholeList } from "#app/use-cases/dns/zone-list.server.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { WebsiteForm } from "./ui/website-form.tsx";
import { websiteAction } from "./website-action.ts";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Website for ${data?.domain ?? "your domain"}`,
    description: "Connect a website to your domain.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  const zone = shownZone(domain);
  const records = wholeList(await listOnce(args.context, domain.zoneId));
  if (!records) return outage(args.context, { ...zone, choices: [], chosen: null, failure: NOT_WHOLE });
  const choices = websiteChoices(records, domain.name);
  const wanted = new URL(args.request.url).searchParams.get("with");
  const chosen = isWebsiteProvider(wanted) ? { provider: wanted, ...WEBSITE_PRESETS[wanted] } : null;
  return data({ ...zone, choices, chosen, failure: "" });
}

export function action(args: ActionFunctionArgs) {
  return websiteAction(args);
}

export default function WebsitePage() {
  const { domain, display, choices, chosen, failure } = useLoaderData<typeof loader>();
  const here = `${namePath(domain)}/website`;
  return (
    <div className="page sheet app">
      <NameHead
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
