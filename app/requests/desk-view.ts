import { type Age, agoWords, stillAge } from "#app/desk/age.ts";
import { type ListPage, type Place, rangeWords } from "#app/desk/list-page.ts";
import { lateWords, whenWords } from "#app/desk/trail.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import type { DeskRequest, ListedRequest, RequestChange } from "./desk.table.server.ts";
import { type RequestFilter, requestListPath } from "./desk-forms.ts";
import { HOLDER_FIELDS, HOLDER_LABELS, REQUEST_WORDS, type RequestState, requestState } from "./request.ts";

export type RequestListView = ReturnType<typeof requestList>;
export type RequestView = ReturnType<typeof requestView>;

const STATE_WORDS: Record<RequestState, string> = {
  waiting: "Waits for its customer",
  open: "Open",
  taken: "In hand",
  done: "Done",
  refused: "Refused",
  cancelled: "Cancelled",
};

const DAY_MS = 86_400_000;
/** From this day on a request is late: ICANN allows five days for a code and a lock. */
const LATE_DAYS = 3;

/** Returns how long a request has waited for staff since it might be carried out (ISO 8601). */
export function requestAge(notBefore: string, now: Date): Age {
  const ms = now.getTime() - Date.parse(notBefore);
  const words = agoWords(notBefore, now);
  if (ms >= LATE_DAYS * DAY_MS) return { words: `${words}, late`, level: "late" };
  return { words, level: ms >= DAY_MS ? "soon" : "new" };
}

/** Returns a page of requests as the list shows it. */
export function requestList(page: ListPage<ListedRequest>, filter: RequestFilter, now: Date) {
  const path = (place: NonNullable<Place> | null) => place && requestListPath({ ...filter, place });
  const rows = page.rows.map(({ id, kind, state, name, notBefore, takenName }) => ({
    id,
    href: requestListPath({ ...filter, place: undefined }, `/desk/requests/${id}`),
    title: toDisplayName(name),
    words: [REQUEST_WORDS[kind].title, state === "taken" ? `${takenName} has it` : STATE_WORDS[state]].join(" · "),
    age: state === "open" || state === "taken" ? requestAge(notBefore, now) : stillAge(notBefore, now),
  }));
  return { rows, range: rangeWords(page), previous: path(page.previous), next: path(page.next) };
}

/** Returns a request in words for the member of staff `me`, with the forms that it offers. */
export function requestView(request: DeskRequest, me: string, now: Date) {
  const { id, kind, state, name, wanted, userId, notBefore, createdAt, takenBy, takenName, customer } = request;
  const isMine = state === "taken" && takenBy === me;
  const holder = HOLDER_FIELDS.flatMap((field) => {
    const value = wanted[field];
    return value === undefined ? [] : [{ label: `New ${HOLDER_LABELS[field].toLowerCase()}`, value }];
  });
  return {
    ...{ id, kind, trail: request.trail },
    title: `${toDisplayName(name)}: ${REQUEST_WORDS[kind].title}`,
    tag: {
      kind: state === "done" ? ("ok" as const) : isOver(state) ? ("neutral" as const) : ("warn" as const),
      words: STATE_WORDS[state],
    },
    age: state === "open" || state === "taken" ? requestAge(notBefore, now).words : "",
    offered: {
      ...{ take: state === "open", "give-back": isMine, done: isMine, refuse: isMine },
      replace: state === "done" && request.hasCode,
    },
    endedAt: request.endedAt ?? "",
    facts: [
      { label: "To do", value: REQUEST_WORDS[kind].title },
      { label: "Name", parts: [{ value: toDisplayName(name), href: `/desk/names/${name}` }] },
      {
        label: "Customer",
        parts: [
          { value: customer ? (customer.name ?? customer.email) : "The account", href: `/desk/people/${userId}` },
        ],
      },
      ...(wanted.servers ? [{ label: "Name servers", value: wanted.servers.join(", ") }] : []),
      ...holder,
      { label: "Asked", value: nairobiTime(new Date(createdAt)) },
      { label: "Not before", value: nairobiTime(new Date(notBefore)) },
      ...(isOver(state) ? [{ label: "Ended", value: requestState({ ...request, hasCode: false }) }] : []),
      ...(state === "taken" ? [{ label: "Taken by", value: isMine ? "You have it" : `${takenName} has it` }] : []),
    ],
  };
}

const isOver = (state: RequestState) => state === "done" || state === "refused" || state === "cancelled";

/** Returns the sentence for a form that came too late: who changed the request before, and when. */
export function requestConflict(change: Exclude<RequestChange, null>, now: Date): string {
  if (!("state" in change)) return "";
  const { state, last, ended_at } = change;
  if (change.outcome === "given") {
    const given = lateWords(last, "gave a code", now, "A code was given before.");
    return `${given} It was not changed. Is yours the right one? Then paste it into “Replace the code”.`;
  }
  if (state === "waiting") return "Its customer may still stop it, so it is not open yet. Nothing was changed.";
  if (state === "cancelled") {
    return `The customer stopped it ${whenWords(new Date(ended_at ?? now), now)}. Change nothing at the registry.`;
  }
  const did = { open: "gave it back", taken: "took it", done: "marked it done", refused: "refused it" }[state];
  return `${lateWords(last, did, now, "Somebody changed it.")} Nothing was changed.`;
}
