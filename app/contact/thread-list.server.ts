import { stillAge, waitingAge } from "#app/desk/age.ts";
import { type Place, placeParams, rangeWords, readPlace } from "#app/desk/list-page.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { listThreads } from "./desk.table.server.ts";
import { KIND_WORDS, stateWords, type ThreadFilter, threadFilterOf } from "./thread.ts";

/** The longest search, in characters. */
const MAX_WORDS = 100;

export type ThreadList = Awaited<ReturnType<typeof readThreadList>>;

/** Returns the messages that a URL asks for by `state`, the words `q` and a place; `rows` is null if they could not be read. */
export async function readThreadList(params: URLSearchParams, now: Date) {
  const filter = threadFilterOf(params.get("state"));
  const words = cleanSearch(params.get("q") ?? "").slice(0, MAX_WORDS);
  const place = readPlace(params, "uuid");
  const found = await listThreads({ filter, words, place });
  const isSelecting = params.has("select") && filter !== "notices";
  const [here, select] = [threadListPath(filter, words, place), threadSelectPath(filter, words, place)];
  const shown = { filter, words, isFirst: place === undefined, isSelecting, here, select };
  if (!found.ok) return { ...shown, rows: null, failure: found.message, range: "", previous: null, next: null };
  const { rows, previous, next } = found.value;
  const path = (to: NonNullable<Place> | null) =>
    to && (isSelecting ? threadSelectPath : threadListPath)(filter, words, to);
  return {
    ...shown,
    failure: "",
    range: previous === null && next === null ? "" : rangeWords(found.value),
    ...{ previous: path(previous), next: path(next) },
    rows: rows.map(({ id, kind, name, subject, state, takenName, since, version }) => ({
      id,
      version,
      href: threadListPath(filter, words, undefined, `/desk/messages/${id}`),
      title: subject,
      words: `${name} · ${kind === "visitor" ? stateWords(state, takenName) : KIND_WORDS[kind]}`,
      age: filter === "open" ? waitingAge(since, now) : stillAge(since, now),
    })),
  };
}

/** Returns the messages that need staff; empty if the database fails. */
export async function listWaitingThreads() {
  const found = await listThreads({ filter: "open", words: "", place: undefined });
  return found.ok ? found.value.rows : [];
}

/** Returns the URL of a list, or of a message beside it, without parameters that have their default value. */
export function threadListPath(filter: ThreadFilter, words: string, place: Place, path = "/desk/messages"): string {
  const params = new URLSearchParams({
    ...(filter !== "open" && { state: filter }),
    ...(words && { q: words }),
    ...placeParams(place),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Returns the URL of a list with boxes to tick. */
function threadSelectPath(filter: ThreadFilter, words: string, place: Place): string {
  const path = threadListPath(filter, words, place);
  return `${path}${path.includes("?") ? "&" : "?"}select=1`;
}
