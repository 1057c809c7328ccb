import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { readServiceRows } from "#app/dashboard/service-rows.server.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import { orderPath, servicePath } from "#app/routes/dashboard/ui/domain-path.ts";
import { serviceName } from "#app/services/service-order.ts";
import { listEndedServices } from "#app/services/services.table.server.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { ServiceLines } from "./ui/service-lines.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Services",
  description: "Your hosting, mailboxes and certificates.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const after = readPageKey(new URL(request.url).searchParams.get("ended"), "uuid");
  const [read, ended] = await Promise.all([
    readServiceRows(supabase, account.id, nowDate()),
    listEndedServices(supabase, account.id, after),
  ]);
  if (!read.ok) return outagePage(context, { ...NOTHING, failure: read.message });
  if (!ended.ok) return outagePage(context, { ...NOTHING, failure: ended.message });
  const { services, next } = ended.value;
  return data({
    rows: read.value,
    ended: services.map((service) => ({
      to: servicePath(service.id),
      words: `${serviceName(service.kind, service)} for ${toDisplayName(service.domain)}`,
    })),
    older: next ? `/dashboard/services?${new URLSearchParams({ ended: pageKeyText(next) })}#ended` : null,
    failure: "",
  });
}

const NOTHING = { rows: null, ended: [], older: null };

const MORE = [
  ["hosting", "Order hosting"],
  ["mail", "Order mailboxes"],
  ["certificate", "Add SSL"],
] as const;

export default function ServicesPage() {
  const { rows, ended, older, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>Services</h1>
      {rows === null && <ReadFailure title={failure} retryHref="/dashboard/services" />}
      {rows?.length === 0 && (
        <Empty title="No hosting or mailboxes yet">
          <p>What you order for your names is kept here, with its last day and its price.</p>
          {MORE.map(([kind, label], index) => (
            <ButtonLink key={kind} {...(index > 0 && { kind: "alt" })} to={orderPath(kind)}>
              {label}
            </ButtonLink>
          ))}
        </Empty>
      )}
      {rows !== null && rows.length > 0 && (
        <>
          <ServiceLines rows={rows} />
          <h2>Order more</h2>
          <p className="actions">
            {MORE.map(([kind, label]) => (
              <a key={kind} className="link" href={orderPath(kind)}>
                {label}
              </a>
            ))}
          </p>
        </>
      )}
      {ended.length > 0 && (
        <section className="flow" aria-labelledby="ended">
          <h2 id="ended">Ended</h2>
          <ul className="ruled">
            {ended.map(({ to, words }) => (
              <li key={to}>
                <a className="inline-flex min-h-11 items-center wrap-anywhere" href={to}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
          {older !== null && (
            <ButtonLink kind="alt" to={older} reloadDocument>
              Older ones
            </ButtonLink>
          )}
        </section>
      )}
    </div>
  );
}
