/** A word of a zone file as it is written, escapes and all; `isQuoted` when it stood in quotation marks. */
export type Token = { raw: string; isQuoted: boolean };

/**
 * One entry of a zone file, over as many lines of text as its brackets hold together. `line` is the number of its first
 * line, `text` that line as it was written, cut. `isIndented` when space is in front of its first word. `comment` is what
 * follows the semicolon after its last word; `isCutByComment` when no space was between the two. `problem` says why nothing
 * can be made of it.
 */
export type ZoneLine = {
  line: number;
  text: string;
  isIndented: boolean;
  tokens: Token[];
  comment?: string;
  isCommentAttached?: boolean;
  problem?: string;
};

const MAX_SHOWN = 120;

const LINE_END = /\r\n|\r|\n/y;
/** Space of any kind that a page may bring along. */
const SPACE = /[^\S\r\n]+/y;
const COMMENT = /;([^\r\n]*)/y;
/** RFC 1035, section 5.1: between quotation marks only a backslash is special. No string goes over the end of a line. */
const QUOTED = /"((?:[^"\\\r\n]|\\[^\r\n])*)"/y;
/** A backslash at the end of a line stands for itself. */
const BARE = /(?:[^\s;()"\\]|\\[^\r\n])+\\?|\\/y;
const REST = /[^\r\n]*/y;

/**
 * What comes back as the record it was: a CNAME at the zone itself, which our export puts behind a semicolon because other
 * servers do not load a file that has one.
 */
export const FLATTENED_PREFIX = "; flattened: ";
const SET_ASIDE = /^;[ \t]*flattened:[ \t]*/gm;

const UNCLOSED_QUOTE = "A quotation mark on this line is opened and never closed.";
const UNCLOSED_BRACKET = "A bracket opens here and is never closed, so nothing after it could be read.";
const STRAY_BRACKET = "A bracket is closed on this line that was never opened.";

/**
 * Cuts a zone file into its entries: words, quoted strings, brackets over several lines, comments. Empty lines and comments
 * of their own give none. Takes any text and never throws; its work grows with the length of the text alone, and ends soon
 * after as many entries as are said. Source: RFC 1035, section 5.1.
 */
export function tokenize(file: string, most = Number.POSITIVE_INFINITY): ZoneLine[] {
  const reader = new LineReader(file.replace(/^\uFEFF/, "").replace(SET_ASIDE, ""));
  return reader.read(most);
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
      this.#readSign(this.#text.charAt(this.#at));
    }
  }

  #readSign(sign: string): void {
    if (sign === ";") this.#readComment();
    else if (sign === "(" || sign === ")") this.#readBracket(sign);
    else if (sign === '"') this.#readQuoted();
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

  /** The entry that is being read; its first word begins it. */
  #current(): ZoneLine {
    this.#entry ??= {
      line: this.#number,
      text: this.#shown(),
      isIndented: this.#at > this.#lineStart,
      tokens: [],
    };
    return this.#entry;
  }

  #end(): void {
    if (this.#entry) this.#lines.push(this.#entry);
    this.#entry = undefined;
    this.#depth = 0;
  }

  /** Gives the line up; the next one begins afresh. */
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
    const letters = [
      ...start
        .replace(/[\r\n].*/s, "")
        .replace(/[\s\p{Cc}]+/gu, " ")
        .trim(),
    ];
    return letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN - 1).join("")}…` : letters.join("");
  }
}
