import { Lexer, type Token, Tokenizer } from "marked";

/** Thrown for a text that would take too long to parse. */
export class TooMuchError extends Error {
  override name = "TooMuchError";
}

/**
 * Limits for one text. They count work, not time, so the same text has the same outcome on every machine. An ordinary article
 * of 50,000 characters needs less than half of each limit. Without limits a hostile text of 50,000 characters takes 14 seconds
 * (decision 015).
 */
const LIMITS = {
  characters: 100_000,
  /** Characters of one paragraph, heading or cell. */
  run: 20_000,
  /** Nesting of quotes, lists and emphasis: the parser calls itself for each. */
  depth: 40,
  steps: 80_000,
  /** Characters before each step, summed: many steps with much text before each grow quadratically. */
  lookedAt: 300_000_000,
  /** Each table row has as many cells as the header, however few are written. */
  tableCells: 3_000,
};

/** marked's lexer; throws TooMuchError beyond a limit. */
export class LimitedLexer extends Lexer {
  constructor() {
    super({ gfm: true, tokenizer: limitedTokenizer() });
  }

  override lex(source: string) {
    if (source.length > LIMITS.characters) throw new TooMuchError("too much: characters");
    return super.lex(source);
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    if (source.length > LIMITS.run) throw new TooMuchError("too much: run");
    return super.inlineTokens(source, tokens);
  }
}

/** marked's tokenizer; counts every step. */
function limitedTokenizer(): Tokenizer {
  const spent = { depth: 0, steps: 0, lookedAt: 0, tableCells: 0 };
  const spend = (what: keyof typeof spent, amount: number) => {
    spent[what] += amount;
    if (spent[what] > LIMITS[what]) throw new TooMuchError(`too much: ${what}`);
  };
  return new Proxy(new Tokenizer(), {
    get(tokenizer, name) {
      const member: unknown = Reflect.get(tokenizer, name);
      if (typeof member !== "function") return member;
      return (source: string, ...others: unknown[]) => {
        spend("steps", 1);
        spend("lookedAt", source.length);
        if (name === "table") spend("tableCells", cellsAhead(tokenizer, source));
        spend("depth", 1);
        try {
          return Reflect.apply(member, tokenizer, [source, ...others]);
        } finally {
          spent.depth -= 1;
        }
      };
    },
  });
}

/** Returns the number of cells of the table at the start of a text, before marked builds it. */
function cellsAhead({ rules }: Tokenizer, source: string): number {
  const [, , columns = "", rows = ""] = rules.block.table.exec(source) ?? [];
  return (columns.match(/[^|]+/g) ?? []).length * (rows.split("\n").length + 1);
}
