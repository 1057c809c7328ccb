import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { listThreads } from "#app/contact/desk.table.server.ts";
import {
  KIND_WORDS,
  stateWords,
  THREAD_FILTERS,
  THREADS_PER_PAGE,
  type ThreadFilter,
  threadFilterOf,
} from "#app/contact/thread.ts";
import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { whenWords } from "#app/desk/trail.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { Pager } from "./ui/pager.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Messages", description: "What visitors wrote to us.", isHidden: true });

/** The longest search, in characters. */
const MAX_WORDS = 100;

/** Lists messages by `state`, with the words `q`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const { searchParams } = new URL(request.url);
  const filter = threadFilterOf(searchParams.get("state"));
  const words = cleanSearch(searchParams.get("q") ?? "").slice(0, MAX_WORDS);
  const place = readPlace(searchParams, "uuid");
  const found = await listThreads({ filter, words, place });
  if (!found.ok) throw outage(context);
  const { rows, previous, next } = found.value;
  const path = (to: NonNullable<Place> | null) => to && listPath(filter, words, to);
  const now = nowDate();
  return {
    filter,
    words,
    ...{ isFirst: place === undefined, previous: path(previous), next: path(next) },
    rows: rows.map(({ id, kind, name, subject, state, takenName, since }) => ({
      id,
      name,
      subject,
      about: kind === "visitor" ? stateWords(state, takenName) : KIND_WORDS[kind],
      when: whenWords(new Date(since), now).replace(/^(at|on) /, ""),
    })),
  };
}

function listPath(state: ThreadFilter, words: string, place: Place): string {
  return `/desk/messages?${new URLSearchParams({ state, ...(words && { q: words }), ...placeParams(place) })}`;
}

export default function MessagesPage() {
  const { filter, words, isFirst, previous, next, rows } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <h1>Messages</h1>
        <a className="inline-flex min-h-touch items-center" href="/desk/messages/answers">
          Saved answers
        </a>
      </div>
      <nav className="parts" aria-label="Which messages">
        {Object.entries(THREAD_FILTERS).map(([state, { label }]) => (
          <a
            key={state}
            href={listPath(state as ThreadFilter, words, undefined)}
            aria-current={state === filter ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <form action="/desk/messages" className="flex gap-2">
        <input type="hidden" name="state" value={filter} />
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={words}
          aria-label="Name, subject, address or domain"
          placeholder="Name, subject, address"
        />
        <button type="submit" className="button button-alt">
          Find
        </button>
      </form>
      {rows.length === 0 ? (
        <Empty title={words ? "No message has these words" : isFirst ? NOTHING[filter] : "No message is on this page"}>
          <p>
            {words || !isFirst ? (
              <a href={`/desk/messages?state=${filter}`}>Show all</a>
            ) : (
              "New messages come from the contact form."
            )}
          </p>
        </Empty>
      ) : (
        <ul className="desk-list">
          {rows.map(({ id, name, subject, about, when }) => (
            <li key={id}>
              <div>
                <a className="cover cut" dir="auto" href={`/desk/messages/${id}`}>
                  {subject}
                </a>
                <span className="cut quiet">
                  <bdi>{name}</bdi> · {about}
                </span>
              </div>
              <span className="quiet flex-none">{when}</span>
            </li>
          ))}
        </ul>
      )}
      <Pager previous={previous} next={next} size={THREADS_PER_PAGE} />
    </div>
  );
}

const NOTHING = {
  open: "Every message is answered",
  answered: "No answered messages",
  closed: "No closed messages",
  notices: "No notices",
};
