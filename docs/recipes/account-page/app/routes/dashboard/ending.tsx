import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

/** This page is only read. A page with a form uses "intent". */
export const handle = { hydrate: "never" };

/** No shared cache keeps the page of a customer. */
export const headers = privatePage;

export const meta = staticMeta({
  title: "Names that end soon",
  description: "Your names that end soon.",
  isHidden: true,
});

const PATH = "/dashboard/ending";
const MAX_DAYS = 90;

/** Returns the customer's names that end within 90 days, or have ended; the first to end is first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const found = await listDomains(supabase, account.id);
  if (!found.ok) return outagePage(context, { names: null, failure: found.message });
  const today = dayNumber(nowDate());
  const names = found.value.flatMap(({ name, expiryDate }) => {
    const lastDay = dayNumber(new Date(expiryDate));
    const verb = lastDay < today ? "ended" : "ends";
    return lastDay - today <= MAX_DAYS ? [{ name, when: `${verb} on ${dateOf(lastDay).words}` }] : [];
  });
  return data({ names, failure: "" });
}

export default function EndingPage() {
  const { names, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>Names that end soon or have ended</h1>
      {names === null && <ReadFailure title={failure} retryHref={PATH} />}
      {names?.length === 0 && (
        <Empty title="No name ends soon">
          <p>The page of each name shows its last day.</p>
        </Empty>
      )}
      {names !== null && names.length > 0 && (
        <ul className="ruled">
          {names.map(({ name, when }) => (
            <li key={name} className="py-2">
              <Link to={`/dashboard/domains/${name}`}>{name}</Link> {when}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
