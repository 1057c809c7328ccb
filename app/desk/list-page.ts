import { z } from "zod";
import { type KeyKind, type PageKey, pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";

/** Where a page of a list begins: after a row, or with `isBack` so that it ends before the row. Undefined: the first page. */
export type Place = (PageKey & { isBack: boolean }) | undefined;

/**
 * A page of a list of the desk. `total` rows are in the list and `before` this page: at most MOST_COUNTED, and one more above
 * it.
 */
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  before: number;
  /** The places of the previous and the next page. `previous` is null on the first page, `next` on the last. */
  previous: NonNullable<Place> | null;
  next: NonNullable<Place> | null;
};

/** Above it, counting costs more than the page. The database has the same limit (list_page). */
const MOST_COUNTED = 10_000;

/** Returns the place in a URL. What cannot be read is the first page. */
export function readPlace(params: URLSearchParams, kind: KeyKind): Place {
  const [after, before] = [readPageKey(params.get("after"), kind), readPageKey(params.get("before"), kind)];
  if (after) return { ...after, isBack: false };
  return before && { ...before, isBack: true };
}

/** Returns the parameters of a URL for a place. */
export function placeParams(place: Place): Record<string, string> {
  return place === undefined ? {} : { [place.isBack ? "before" : "after"]: pageKeyText(place) };
}

/** Returns a place as the database takes it. */
export const placeValue = (place: Place) => (place ? { at: place.at, key: place.key, is_back: place.isBack } : null);

/** The response of list_page in the database. `row` reads a row, which may drop the columns of its key. */
export function listPageSchema<Row>(row: z.ZodType<Row>) {
  const key = z.object({ at: z.string(), key: z.coerce.string() });
  const response = z.object({
    rows: z.array(z.unknown()),
    total: z.number(),
    before: z.number(),
    has_next: z.boolean(),
  });
  return response.transform(({ rows, total, before, has_next }, context): ListPage<Row> => {
    const [read, keys] = [z.array(row).safeParse(rows), z.array(key).safeParse(rows)];
    if (!read.success || !keys.success) {
      context.issues.push({ code: "custom", message: "rows of another shape", input: rows });
      return z.NEVER;
    }
    const [first, last] = [keys.data[0], keys.data.at(-1)];
    return {
      ...{ rows: read.data, total, before },
      previous: first && before > 0 ? { ...first, isBack: true } : null,
      next: last && has_next ? { ...last, isBack: false } : null,
    };
  });
}

/** "51 to 100 of 230": which rows of how many a page has. */
export function rangeWords({ rows, total, before }: Pick<ListPage<unknown>, "rows" | "total" | "before">): string {
  const all = total > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString("en-GB")}` : String(total);
  if (before > MOST_COUNTED) return `${rows.length} after the first ${MOST_COUNTED.toLocaleString("en-GB")}`;
  return `${before + 1} to ${before + rows.length} of ${all}`;
}
