import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { accountSection, type OwnSection, ownSections } from "#app/accounts/own-data-page.ts";
import { takeOwnData } from "#app/accounts/take-own-data.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = unstoredPage;

const TITLE = "Your data";

export const meta = staticMeta({ title: TITLE, description: "What we keep about you.", isHidden: true });

/** Returns the data of the export file, for a page that people read. Source: docs/product/accounts.md, "Your data". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const taken = await takeOwnData(supabase, account);
  if (!taken.ok) {
    const wait = "retryAfterSeconds" in taken ? { "Retry-After": String(taken.retryAfterSeconds) } : undefined;
    const failed = { failure: taken.message, own: null, reference: context?.requestId };
    return data(failed, { status: taken.status, ...(wait && { headers: wait }) });
  }
  const sections = ownSections(taken.value.parts);
  const own = {
    at: nairobiTime(nowDate()),
    account: accountSection(taken.value.account),
    sections: sections.filter(({ rows }) => rows.length > 0),
    empty: sections.filter(({ rows }) => rows.length === 0).map(({ title }) => title),
  };
  return data({ failure: "", own });
}

export default function OwnDataPage() {
  const { failure, own } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app">
      <div className="grid max-w-[40rem] grid-cols-1 gap-stack">
        <div className="flow">
          <h1>{TITLE}</h1>
          {own === null ? (
            <ReadFailure title={failure} retryHref="/profile/data" />
          ) : (
            <>
              <p className="lead">This is what we keep about you, on {own.at}. Only you can see it.</p>
              <p>To keep a copy, print this page, or download the file with every detail.</p>
              <p className="actions">
                <ButtonLink kind="alt" to="/profile/export" reloadDocument>
                  Download my data
                </ButtonLink>
                <ButtonLink kind="alt" to="/profile#data">
                  Your profile
                </ButtonLink>
              </p>
            </>
          )}
        </div>
        {own && (
          <>
            <Section title="Account" rows={[own.account]} count={1} isWhole />
            {own.sections.map((section) => (
              <Section key={section.title} {...section} />
            ))}
            {own.empty.length > 0 && (
              <section className="flow">
                <h2>Nothing kept</h2>
                <ul className="flex flex-wrap gap-x-4">
                  {own.empty.map((title) => (
                    <li key={title}>{title}</li>
                  ))}
                </ul>
              </section>
            )}
            <NotHere />
          </>
        )}
      </div>
    </div>
  );
}

function Section({ title, rows, count, isWhole }: OwnSection) {
  const all = `${count}${isWhole ? "" : " or more"}`;
  return (
    <section className="flow">
      <h2>{title}</h2>
      {rows.length < count && (
        <p className="quiet">
          The newest {rows.length} of {all}. The file has the others.
        </p>
      )}
      <ul className="ruled">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page never changes
          <li key={index} className="break-inside-avoid py-2">
            <dl>
              {row.map(({ label, words }) => (
                <div key={label} className="flex gap-x-4">
                  <dt className="flex-[0_1_7.5rem] font-normal text-ink-2">{label}</dt>
                  <dd className={`min-w-0 wrap-anywhere ${label === "Name" ? "font-bold" : ""}`}>{words}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says which data is kept elsewhere or left out, as the file does (OMISSIONS of take-own-data.server.ts). */
function NotHere() {
  return (
    <section className="flow">
      <h2>Not on this page</h2>
      <ul className="ruled">
        <li className="py-2">Your password. We cannot read it.</li>
        <li className="py-2">The code of a transfer. Whoever has it can take the name.</li>
        <li className="py-2">Your DNS records as they are now. Each domain has its own page for them.</li>
        <li className="py-2">
          Messages to us, kept for a year. To see yours, <Link to="/contact">ask us</Link>.
        </li>
        <li className="py-2">What nobody has confirmed. It may be a stranger’s.</li>
      </ul>
    </section>
  );
}
