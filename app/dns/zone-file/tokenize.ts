import { shortened } from "#app/dns/sentence-part.ts";
import { cleanLine } from "#app/platform/text/clean-line.ts";

/** A token of a zone file with its escapes; `isQuoted` if it was in quotation marks. */
export type Token = { raw: string; isQuoted: boolean };

/**
 * One entry of a zone file, which may span several lines within brackets. `line` is the number of its first line, `text` is
 * that line, shortened. `indent` is the number of characters of white space before its first token. `comment` follows the last
 * token; `isCommentAttached` if no space is between the two. `problem` says why the entry cannot be read.
 */
export type ZoneLine = {
  line: number;
  text: string;
  indent: number;
  tokens: Token[];
  comment?: string;
  isCommentAttached?: boolean;
  problem?: string;
};

const MAX_SHOWN = 120;

const LINE_END = /\r\n|\r|\n/y;
/** White space of any kind, as copied from web pages. */
const SPACE = /[^\S\r\n]+/y;
const COMMENT = /;([^\r\n]*)/y;
/** RFC 1035, section 5.1: within quotation marks only a backslash is special. A string ends on its line. */
const QUOTED = /"((?:[^"\\\r\n]|\\[^\r\n])*)"/y;
/** A backslash at the end of a line is a plain character. */
const BARE = /(?:[^\s;()"\\]|\\[^\r\n])+\\?|\\/y;
const REST = /[^\r\n]*/y;

/** Marks a CNAME at the apex in our exports, which other servers reject. The import reads it as a record. */
export const FLATTENED_PREFIX = "; flattened: ";
const FLATTENED_LINE = /^([ \t]*);[ \t]*flattened:[ \t]*/gm;

const UNCLOSED_QUOTE = "A quotation mark on this line is opened and never closed.";
const UNCLOSED_BRACKET = "A bracket opens here and is never closed, so nothing after it could be read.";
const STRAY_BRACKET = "A bracket is closed on this line that was never opened.";

/**
 * Splits a zone file into entries of tokens, quoted strings and comments, with brackets across lines. Empty lines and
 * lines with only a comment give no entry. Accepts any text and never throws. Runs in linear time, and stops soon after
 * `most` entries. Source: RFC 1035, section 5.1.
 */
export function tokenize(file: string, most = Number.POSITIVE_INFINITY): ZoneLine[] {
  const reader = new LineReader(file.replace(/[^\r\n]+/g, cleanedLine).replace(FLATTENED_LINE, "$1"));
  return reader.read(most);
}

/** Returns a line as the form's fields would take it; white space in front of it has a meaning and stays. */
function cleanedLine(line: string): string {
  if (/^[\0-~]*$/.test(line)) return line;
  // Inside plain quotation marks the curly ones belong to the text.
  const plain = cleanLine(line).replace(/"[^"]*"|[“”„‟]/g, (found) => (found.length > 1 ? found : '"'));
  const indent = /^[^\S\uFEFF]*/.exec(line)?.[0] ?? "";
  return /^[\t -~]*$/.test(plain) ? `${indent}${plain}` : line.replace(/^\uFEFF/, "");
}

class LineReader {
  readonly #text: string;
  readonly #lines: ZoneLine[] = [];
  #at = 0;
  #lineStart = 0;
  #number = 1;
  #depth = 0;
  #entry: ZoneLine | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(most: number): ZoneLine[] {
    while (this.#at < this.#text.length && this.#lines.length < most) this.#readNext();
    if (this.#depth > 0) this.#current().problem = UNCLOSED_BRACKET;
    this.#end();
    return this.#lines;
  }

  #readNext(): void {
    if (this.#take(LINE_END)) {
      this.#number += 1;
      this.#lineStart = this.#at;
      if (this.#depth === 0) this.#end();
    } else if (!this.#take(SPACE)) {
      this.#readToken(this.#text.charAt(this.#at));
    }
  }

  #readToken(char: string): void {
    if (char === ";") this.#readComment();
    else if (char === "(" || char === ")") this.#readBracket(char);
    else if (char === '"') this.#readQuoted();
    else this.#current().tokens.push({ raw: this.#take(BARE)?.[0] ?? "", isQuoted: false });
  }

  #readBracket(bracket: "(" | ")"): void {
    this.#current();
    this.#depth += bracket === "(" ? 1 : -1;
    if (this.#depth < 0) this.#fail(STRAY_BRACKET);
    else this.#at += 1;
  }

  #readQuoted(): void {
    const quoted = this.#take(QUOTED)?.[1];
    if (quoted === undefined) this.#fail(UNCLOSED_QUOTE);
    else this.#current().tokens.push({ raw: quoted, isQuoted: true });
  }

  #readComment(): void {
    const before = this.#text.charAt(this.#at - 1);
    const comment = this.#take(COMMENT)?.[1] ?? "";
    if (this.#depth > 0 || !this.#entry) return;
    this.#entry.comment = comment;
    this.#entry.isCommentAttached = /\S/.test(before);
  }

  /** The entry that is being read; its first token creates it. */
  #current(): ZoneLine {
    this.#entry ??= {
      line: this.#number,
      text: this.#shown(),
      indent: this.#at - this.#lineStart,
      tokens: [],
    };
    return this.#entry;
  }

  #end(): void {
    if (this.#entry) this.#lines.push(this.#entry);
    this.#entry = undefined;
    this.#depth = 0;
  }

  /** Skips the rest of an invalid line. */
  #fail(problem: string): void {
    this.#entry = { ...this.#current(), line: this.#number, text: this.#shown(), problem };
    this.#take(REST);
    this.#depth = 0;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #shown(): string {
    const start = this.#text.slice(this.#lineStart, this.#lineStart + 4 * MAX_SHOWN);
    const line = start
      .replace(/[\r\n].*/s, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    return shortened(line, MAX_SHOWN);
  }
}
