import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nextWords, stageLabel } from "#app/desk/school-stages.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { listSchools } from "#app/schools/desk.table.server.ts";
import { type SchoolLead, STAGE_FILTERS, stageFilter } from "#app/schools/desk-school.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Schools", description: "Schools that asked about Stride.", isHidden: true });

const PATH = "/desk/schools";
/** The most schools on the page; the downloaded file has all. */
const MOST = 200;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const { name, stages } = stageFilter(new URL(request.url).searchParams);
  const found = await listSchools(stages, MOST + 1);
  if (!found.ok) return outagePage(context, { filter: name, schools: null, failure: found.message });
  const today = dayNumber(nowDate());
  return data({ filter: name, schools: found.value.map((lead) => listed(lead, today)), failure: "" });
}

function listed({ id, school, phoneE164, stage, nextOn, createdAt }: SchoolLead, today: number) {
  const since = `since ${dateOf(dayNumber(new Date(createdAt))).words}`;
  return { id, school, phoneE164, about: `${stageLabel(stage)} · ${nextOn ? nextWords(nextOn, today) : since}` };
}

export default function SchoolsPage() {
  const { filter, schools, failure } = useLoaderData<typeof loader>();
  const query = filter === "" ? "" : `?stage=${filter}`;
  return (
    <div className="page sheet app flow">
      <DeskHead title="Schools" />
      <FilterLinks
        label="Stages"
        links={Object.entries(STAGE_FILTERS).map(([name, { label }]) => ({
          to: name === "" ? PATH : `${PATH}?stage=${name}`,
          label,
          isHere: name === filter,
        }))}
      />
      {schools === null && <ReadFailure title={failure} retryHref={PATH + query} />}
      {schools?.length === 0 && (
        <DeskEmpty title="No school here">
          <p>A school appears when somebody has confirmed its address.</p>
        </DeskEmpty>
      )}
      {schools !== null && schools.length > 0 && (
        <>
          <ul className="desk-list">
            {schools.slice(0, MOST).map(({ id, school, phoneE164, about }) => (
              <li key={id}>
                <div>
                  <a className="cover cut" href={`${PATH}/${id}`} dir="auto">
                    {school}
                  </a>
                  <span className="quiet cut">{about}</span>
                </div>
                {phoneE164 !== null && (
                  <a className="button button-alt" href={`tel:${phoneE164}`} aria-label={`Call ${school}`}>
                    Call
                  </a>
                )}
              </li>
            ))}
          </ul>
          {schools.length > MOST && <p>These are the first {MOST}. The file has all.</p>}
          <Writers>
            <p>
              <a className="inline-flex min-h-touch items-center" href={`${PATH}.csv${query}`}>
                Download as CSV
              </a>
            </p>
          </Writers>
        </>
      )}
    </div>
  );
}

type FilterLinksProps = {
  label: string;
  /** The links with their names; the first one is the list without a filter. */
  links: readonly { to: string; label: string; isHere: boolean }[];
};

/** Links that show a part of a list. */
function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="parts">
      {links.map((link) => (
        <a key={link.to} href={link.to} aria-current={link.isHere ? "page" : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  );
}
