import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { readServiceRows } from "#app/dashboard/service-rows.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
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
  const read = await readServiceRows(supabase, account.id, nowDate());
  if (!read.ok) return outagePage(context, { rows: null, failure: read.message });
  return data({ rows: read.value, failure: "" });
}

const MORE = [
  ["hosting", "Order hosting"],
  ["mail", "Order mailboxes"],
  ["certificate", "Add SSL"],
] as const;

export default function ServicesPage() {
  const { rows, failure } = useLoaderData<typeof loader>();
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
    </div>
  );
}
