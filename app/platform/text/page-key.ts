/**
 * The key of a row in a list that is sorted by a time (ISO 8601) and then by the row's own key. A page begins after the row
 * with a key. So each page costs the same, and no row is left out or shown twice when other rows are added.
 */
export type PageKey = { at: string; key: string };

const ISO = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
/** What the row's own key may be: the database refuses to compare a key of another kind. */
const KEYS = {
  text: /^[\w.-]{1,253}$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  number: /^\d{1,15}$/,
};
export type KeyKind = keyof typeof KEYS;

/** Whether the database reads a text as a time. `Date.parse` reads 31 February, and offsets that the database refuses. */
export function isMoment(text: string): boolean {
  const [, local = ""] = ISO.exec(text) ?? [];
  const ms = Date.parse(`${local}Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(local);
}

/** Returns the key in a parameter of a URL; undefined for anything else. */
export function readPageKey(text: string | null, kind: KeyKind): PageKey | undefined {
  const [at = "", key = ""] = (text ?? "").split("~");
  return isMoment(at) && KEYS[kind].test(key) ? { at, key } : undefined;
}

/** Returns a key as a parameter of a URL. */
export function pageKeyText({ at, key }: PageKey): string {
  return `${at}~${key}`;
}
