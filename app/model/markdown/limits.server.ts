import { Lexer, type Token, Tokenizer } from "marked";

/** A text that is no article: taking it apart would take longer than its page may. */
export class TooMuchError extends Error {
  override name = "TooMuchError";
}

/**
 * What may be spent on one text, in counts and sizes and not in time: the same text has the same outcome on every machine,
 * however busy. An ordinary article of 50,000 characters needs less than half of each. A text that reaches a limit has cost
 * some tenths of a second; without them 50,000 characters, chosen badly, cost 14 seconds (decision 015).
 */
const LIMITS = {
  characters: 100_000,
  /** Of one paragraph, heading or cell. */
  run: 20_000,
  /** Quotes in quotes, lists in lists, emphasis in emphasis: the parser calls itself for each. */
  depth: 40,
  steps: 80_000,
  /** Characters before each step, summed: many steps with much text before each is what grows squared. */
  lookedAt: 300_000_000,
  /** A row of a table has as many cells as its head, however few are written. */
  tableCells: 3_000,
};

/** The parser's own lexer, which throws TooMuchError beyond a limit. */
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

/** The parser's own tokenizer, with every step counted. */
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

/** Cells of the table that a text begins with, before anything is made of them. */
function cellsAhead({ rules }: Tokenizer, source: string): number {
  const [, , columns = "", rows = ""] = rules.block.table.exec(source) ?? [];
  return (columns.match(/[^|]+/g) ?? []).length * (rows.split("\n").length + 1);
}
