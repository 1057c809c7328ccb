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
import { mailHealth } from "#app/model/dns/mail/health.ts";
import { mailForms } from "#app/model/dns/mail/mail-forms.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { noteMail } from "#app/use-cases/dns/mail-trouble.server.ts";
import { listOnce, NOT_WHOLE } from "#app/use-cases/dns/zone-list.server.ts";
import { mailAction } from "./mail-action.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { MailHealth } from "./ui/mail-health.tsx";
import { MailPresets } from "./ui/mail-presets.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Mail for ${data?.domain ?? "your domain"}`,
    description: "Set up mail, and see whether it works.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  const zone = shownZone(domain);
  const list = await listOnce(args.context, domain.zoneId);
  const failure = list.ok ? NOT_WHOLE : "Failed to fetch DNS records";
  // Half a list would say that things are missing which are there.
  if (!list.ok || !list.value.isComplete) return outage(args.context, { ...zone, mail: null, failure });
  const { records } = list.value;
  noteMail(domain, records);
  const mail = {
    findings: mailHealth(records, domain.name),
    forms: mailForms(records, domain.name),
    wanted: new URL(args.request.url).searchParams.get("with"),
  };
  return data({ ...zone, mail, failure: "" });
}

export function action(args: ActionFunctionArgs) {
  return mailAction(args);
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
