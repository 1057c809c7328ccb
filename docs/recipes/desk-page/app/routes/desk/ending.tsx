import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { listEndingNames } from "#app/domains/desk.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

/** No page of the desk has scripts. */
export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Ending names", description: "Names that end soon.", isHidden: true });

const PATH = "/desk/ending";
const MAX_DAYS = 30;

/** Returns the names of all customers that end within 30 days, or have ended. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await listEndingNames(startOfDay(dayNumber(nowDate()) + MAX_DAYS + 1));
  if (!found.ok) return outagePage(context, { names: null, failure: found.message });
  const names = found.value.map(({ expiryDate, ...name }) => {
    return { ...name, lastDay: dateOf(dayNumber(new Date(expiryDate))).words };
  });
  return data({ names, failure: "" });
}

export default function EndingPage() {
  const { names, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>Names that end soon or have ended</h1>
      {names === null && <ReadFailure title={failure} retryHref={PATH} />}
      {names?.length === 0 && <p>No name ends within {MAX_DAYS} days.</p>}
      {names !== null && names.length > 0 && (
        <ul className="desk-list">
          {names.map(({ name, userId, lastDay }) => (
            <li key={name}>
              <div>
                <a className="cover cut" href={`/desk/people/${userId}`}>
                  {name}
                </a>
                <span className="quiet">{lastDay}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
