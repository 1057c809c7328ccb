import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { isProxiable } from "../types.ts";

/**
 * What the comment after a record says about it. `hasTags`: the comment has the tags that Cloudflare's and our own exports
 * write. `proxied`: the CDN's tag. `isAutoTtl`: whether the TTL is Auto. `comment`: the record's own comment or, without tags,
 * any text.
 */
type RecordComment = { hasTags: boolean; proxied?: boolean; isAutoTtl: boolean; comment?: string };

/**
 * The longest comment that is read, in characters: MAX_NOTE if it has no tags, MAX_COMMENT if it has. Cloudflare, "Record
 * attributes": 100 on the free plan, 500 on paid plans.
 */
const MAX_NOTE = 100;
const MAX_COMMENT = 500;

/**
 * The tag that our exports put in front of the comment. "auto": the TTL is Auto. "given" protects a comment that itself begins
 * with such a tag: the TTL is then the one in the line.
 */
const TTL_TAG = /^ttl:(auto|given)(?: +|$)/;

/**
 * Reads the comment after a record, without its semicolon: `text cf_tags=cf-proxied:true`. After the last "cf_tags="
 * come tags, of which only the CDN's is read. Source: Cloudflare, "Import and export records", DNS record attributes.
 */
export function readComment(comment: string | undefined): RecordComment {
  const text = trimBlanks((comment ?? "").replace(/^;+/, ""));
  const [, before = "", tags] = /^(?:(.*)[ \t])?cf_tags=(.*)$/s.exec(text) ?? [];
  // If the file is not UTF-8, its comment is unreadable and is left out.
  if (tags === undefined && text.includes("\uFFFD")) return { hasTags: false, isAutoTtl: false };
  if (tags === undefined) return { hasTags: false, isAutoTtl: false, ...commentOf(oneLine(text), MAX_NOTE) };
  const [, proxied] = /(?:^|,)\s*cf-proxied:(true|false)\s*(?:,|$)/.exec(tags) ?? [];
  const isAutoTtl = TTL_TAG.exec(trimBlanks(before))?.[1] === "auto";
  const note = unescaped(trimBlanks(trimBlanks(before).replace(TTL_TAG, "")));
  return {
    hasTags: true,
    ...(proxied && { proxied: proxied === "true" }),
    isAutoTtl,
    ...commentOf(note, MAX_COMMENT),
  };
}

/**
 * Returns the comment to write after a record, with its semicolon; empty if there is none. The inverse of
 * `readComment`.
 */
export function writeComment({ type, ttl, proxied, comment = "" }: RecordDraft): string {
  const note = escaped(comment);
  const tag = ttl === AUTO_TTL && !proxied ? "ttl:auto" : TTL_TAG.test(note) ? "ttl:given" : "";
  const text = [tag, note].filter(Boolean).join(" ");
  if (!isProxiable(type)) return text && ` ; ${text} cf_tags=`;
  return ` ; ${text}${text && " "}cf_tags=cf-proxied:${proxied}`;
}

function commentOf(text: string, max: number): { comment?: string } {
  const comment = [...text].slice(0, max).join("");
  return comment === "" ? {} : { comment };
}

/** Trims spaces and tabs only; other white space belongs to the text. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Returns a comment as one line: control characters and outer spaces become a backslash and three digits. */
function escaped(comment: string): string {
  return comment
    .replaceAll("\\", "\\\\")
    .replace(/\p{Cc}|^ +|(?<! ) +$/gu, (letters) => letters.replace(/./gs, escapeCode));
}

/** Reverses `escaped`. Leaves out NUL, which PostgreSQL cannot store. */
function unescaped(note: string): string {
  return note.replace(/\\(?:(\d{3})|\\)/g, (_, code?: string) =>
    code === undefined ? "\\" : String.fromCharCode(Number(code)).replace("\0", ""),
  );
}

function escapeCode(letter: string): string {
  return `\\${String(letter.charCodeAt(0)).padStart(3, "0")}`;
}
