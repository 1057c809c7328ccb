import { Lexer, type Token, Tokenizer } from "marked";

/** A text that is no article: taking it apart would take longer than its page may. */
export class TooMuchError extends Error {
  override name = "TooMuchError";
}

/**
 * What may be spent on one text, in counts and sizes and not in time: the same text has the same outcome on every machine,
 * however busy. An ordinary article of 50,000 characters needs less than half of each. A text that reaches a limit
 * has cost about a tenth of a second; without them 50,000 characters, chosen badly, cost half a minute.
 */
const LIMITS = {
  characters: 100_000,
  /** Of one paragraph, heading or cell. */
  run: 20_000,
  /** Quotes in quotes, lists in lists, emphasis in emphasis: the parser calls itself for each. */
  depth: 40,
  steps: 80_000,
  /** Characters looked at, summed over the steps: many steps with much text before each is what grows squared. */
  inRuns: 120_000_000,
  inBlocks: 150_000_000,
  /** A row of a table has as many cells as its head, however few are written. */
  tableCells: 3_000,
};

/** Steps within a paragraph, and what they take for a character that they look at: about nanoseconds. */
const IN_RUNS: Record<string, number> = {
  escape: 0.1,
  tag: 1,
  link: 1,
  reflink: 1,
  emStrong: 40,
  codespan: 1,
  br: 0.1,
  del: 5,
  autolink: 0.1,
  url: 5,
  inlineText: 5,
};
/** The same of the steps from block to block, which mostly look at one character. */
const IN_BLOCKS: Record<string, number> = { list: 1, lheading: 6, paragraph: 1 };
const ONE_LOOK = 0.1;

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
  const spent = { depth: 0, steps: 0, inRuns: 0, inBlocks: 0, tableCells: 0 };
  const spend = (what: keyof typeof spent, amount: number) => {
    spent[what] += amount;
    if (spent[what] > LIMITS[what]) throw new TooMuchError(`too much: ${what}`);
  };
  return new Proxy(new Tokenizer(), {
    get(tokenizer, name) {
      const member: unknown = Reflect.get(tokenizer, name);
      if (typeof member !== "function") return member;
      const inRuns = IN_RUNS[String(name)];
      const inBlocks = IN_BLOCKS[String(name)] ?? ONE_LOOK;
      return (source: string, ...others: unknown[]) => {
        spend("steps", 1);
        if (inRuns === undefined) spend("inBlocks", inBlocks * source.length);
        else spend("inRuns", inRuns * source.length);
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
