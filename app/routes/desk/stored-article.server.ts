import { publicationOf } from "#app/blog/article.ts";
import type { ListedWriting, WritingList } from "#app/blog/desk.table.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { clockOf, dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import type { StoredWriting } from "./ui/article-form.tsx";
import type { WritingRow } from "./ui/article-list.tsx";

type Row = Omit<ListedWriting, "title"> & { was_public: boolean };
type Address = { slug: string; isSlugFixed?: boolean; href: string };

/** Returns what the page of a stored row shows about it. `isSlugFixed`: its address can never change. */
export function storedWriting(row: Row, { slug, isSlugFixed = false, href }: Address): StoredWriting {
  const state = publicationOf(row, nowMs());
  const at = new Date(row.published_at ?? 0);
  const isScheduled = state === "scheduled";
  return {
    state,
    words: stateWords(row),
    seen: row.updated_at,
    slug,
    isSlugFixed: isSlugFixed || row.was_public || state === "public",
    day: isScheduled ? dateOf(dayNumber(at)).iso : "",
    time: isScheduled ? clockOf(at).slice(0, 5) : "",
    href,
  };
}

function stateWords({ published_at, updated_at }: Pick<Row, "published_at" | "updated_at">): string {
  const saved = nairobiTime(new Date(updated_at));
  if (published_at === null) return `Draft, saved ${saved}`;
  const at = nairobiTime(new Date(published_at));
  return publicationOf({ published_at }, nowMs()) === "public" ? `Public since ${at}` : `Public from ${at}`;
}

/** Returns the parts of a list with their headings. */
export function listParts({ drafts, scheduled, published }: WritingList): [heading: string, rows: WritingRow[]][] {
  const shown = (rows: ListedWriting[]) =>
    rows.map((row) => ({ id: row.id, title: row.title, words: stateWords(row) }));
  return [
    ["Drafts", shown(drafts)],
    ["Scheduled", shown(scheduled)],
    ["Public", shown(published)],
  ];
}
