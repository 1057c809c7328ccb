import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { isProxiable } from "../types.ts";

/**
 * What the comment behind a record says beyond DNS. `hasTags` when it has the marks that Cloudflare and our own export
 * write: then `comment` is the record's own; otherwise it is whatever somebody noted in their file.
 */
type RecordComment = { hasTags: boolean; proxied?: boolean; isAutoTtl: boolean; comment?: string };

/** Characters of a comment: Cloudflare, "Record attributes": 100 without a paid plan, 500 with one. */
const MAX_NOTE = 100;
const MAX_COMMENT = 500;

/** Ours, in front of the comment: the TTL is Auto, or is the one written, where a comment could be taken for the mark. */
const TTL_MARK = /^ttl:(auto|given)(?: +|$)/;

/**
 * Reads the comment behind a record, without its semicolon: `text cf_tags=cf-proxied:true`. What stands after the last
 * "cf_tags=" are tags, of which we know the CDN's. Source: Cloudflare, "Import and export records", DNS record attributes.
 */
export function readComment(comment: string | undefined): RecordComment {
  const text = bare((comment ?? "").replace(/^;+/, ""));
  const [, before = "", tags] = /^(?:(.*)[ \t])?cf_tags=(.*)$/s.exec(text) ?? [];
  // A file that was not UTF-8 has such letters in its comments before it has them anywhere else.
  if (tags === undefined && text.includes("\uFFFD")) return { hasTags: false, isAutoTtl: false };
  if (tags === undefined) return { hasTags: false, isAutoTtl: false, ...commentOf(oneLine(text), MAX_NOTE) };
  const [, proxied] = /(?:^|,)\s*cf-proxied:(true|false)\s*(?:,|$)/.exec(tags) ?? [];
  const isAutoTtl = TTL_MARK.exec(bare(before))?.[1] === "auto";
  const note = unescaped(bare(bare(before).replace(TTL_MARK, "")));
  return {
    hasTags: true,
    ...(proxied && { proxied: proxied === "true" }),
    isAutoTtl,
    ...commentOf(note, MAX_COMMENT),
  };
}

/** What is written behind a record, semicolon and all, so that `readComment` gives it back; empty when there is nothing. */
export function writeComment({ type, ttl, proxied, comment = "" }: RecordDraft): string {
  const note = escaped(comment);
  const mark = ttl === AUTO_TTL && !proxied ? "ttl:auto" : TTL_MARK.test(note) ? "ttl:given" : "";
  const text = [mark, note].filter(Boolean).join(" ");
  if (!isProxiable(type)) return text && ` ; ${text} cf_tags=`;
  return ` ; ${text}${text && " "}cf_tags=cf-proxied:${proxied}`;
}

function commentOf(text: string, max: number): { comment?: string } {
  const comment = [...text].slice(0, max).join("");
  return comment === "" ? {} : { comment };
}

/** Without the space around it that a file needs; other kinds of space belong to the text. */
function bare(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** A comment on one line: control characters, and spaces at its ends, as a backslash and three digits. */
function escaped(comment: string): string {
  return comment
    .replaceAll("\\", "\\\\")
    .replace(/\p{Cc}|^ +|(?<! ) +$/gu, (letters) => letters.replace(/./gs, digits));
}

/** No database keeps a NUL. */
function unescaped(note: string): string {
  return note.replace(/\\(?:(\d{3})|\\)/g, (_, code?: string) =>
    code === undefined ? "\\" : String.fromCharCode(Number(code)).replace("\0", ""),
  );
}

function digits(letter: string): string {
  return `\\${String(letter.charCodeAt(0)).padStart(3, "0")}`;
}
