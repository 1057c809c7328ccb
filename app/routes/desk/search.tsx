import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { findAtDesk, readSearch } from "./search-results.server.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { DeskSearch } from "./ui/desk-search.tsx";
import { PaneRows } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Find", description: "Find anything at the desk.", isHidden: true });

/** Looks for the words `q` in people, names, orders, bills and payments. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const q = readSearch(new URL(request.url).searchParams);
  if (q === "") return data({ q, failure: "", isShort: false, groups: null });
  const found = await findAtDesk(q, nowDate());
  if (!found.ok) return outagePage(context, { q, failure: found.message, isShort: false, groups: null });
  return data({ q, failure: "", isShort: found.value === undefined, groups: found.value ?? null });
}

export default function SearchPage() {
  const { q, failure, isShort, groups } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Find" />
      <DeskSearch q={q} />
      {failure !== "" && <ReadFailure title={failure} retryHref={`/desk/search?${new URLSearchParams({ q })}`} />}
      {isShort && <p>Please type at least three letters or digits, or an amount.</p>}
      {groups?.length === 0 && (
        <DeskEmpty title="Nothing is like that">
          <p>Try a part of it, such as the first name.</p>
        </DeskEmpty>
      )}
      {groups?.map(({ title, rows, hasMore, more }) => (
        <PaneRows
          key={title}
          heading={title}
          note={hasMore ? "the first 10" : String(rows.length)}
          rows={rows}
          current=""
        >
          {hasMore && (
            <p className="actions">
              {more === "" ? (
                "There are more: type more of it."
              ) : (
                <a className="link" href={more}>
                  More {title.toLowerCase()}
                </a>
              )}
            </p>
          )}
        </PaneRows>
      ))}
      <p className="quiet">
        To find an account by its e-mail address, use <a href="/desk/people">People</a>.
      </p>
    </div>
  );
}
