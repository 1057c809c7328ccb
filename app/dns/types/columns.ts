import { isHostName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { contentOfBytes, txtBytes } from "../txt.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import type { Token } from "../zone-file/tokenize.ts";
import { MAX_16_BITS, numberField, readWholeNumber, type TypeField, textField } from "./fields.ts";

/** One value of a type's RDATA: how people type it, and how the presentation and the wire format have it. */
export type Column = {
  /** The form's field, without its name. */
  about: Omit<TypeField<string>, "field">;
  /** The value in the form of a new record. */
  initial?: string;
  isNumber?: true;
  isName?: true;
  isRequired: boolean;
  /** Reads what a person typed. */
  read(typed: string, zone: string): Parsed<string | number>;
  /** Returns what a person would type. */
  toForm(value: string | number): string;
  /** Joins the words that a zone file has for the value; usually one. */
  fromWords(words: readonly Token[]): string;
  /** Returns the presentation format; `isFile`: absolute names end in a dot. Undefined if a zone file cannot express it. */
  write(value: string | number, isFile: boolean): string | undefined;
  /** Takes the value from the wire format, as a person would type it. Undefined if it is invalid. */
  fromWire(reader: WireReader): string | undefined;
};

type Words = [label: string, hint: string, example: string];

/**
 * Returns the column of a whole number of 8 or 16 bits. `initial`: its value in a new form. `hasFreeMax`: the field has no
 * maximum, because another value decides what is valid.
 */
export function numberColumn(
  [label, hint, example]: Words,
  { bits = 16, initial, hasFreeMax = false }: { bits?: 8 | 16; initial?: string; hasFreeMax?: boolean } = {},
): Column {
  const limit = bits === 8 ? 255 : MAX_16_BITS;
  const { field: _, max: __, ...about } = numberField("", label, hint, example);
  return {
    about: hasFreeMax ? about : { ...about, max: limit },
    ...(initial !== undefined && { initial }),
    isNumber: true,
    isRequired: true,
    read: (typed) => readWholeNumber(typed, { what: `The ${label.toLowerCase()}`, max: limit, example }),
    toForm: String,
    fromWords: ([word]) => word?.raw ?? "",
    write: String,
    fromWire: (reader) => reader.number(bits / 8)?.toString(),
  };
}

/** An example of 32 bytes, the same for all types, so that a page with all their forms is short. RFC 4509, section 2.3. */
export const EXAMPLE_HASH = "d4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a";

/**
 * Returns the column of bytes in hexadecimal digits, in groups or not, as programs print them. It must be the last column of
 * its type. RFC 4034, section 5.3; RFC 6698, section 2.2.
 */
export function hexColumn([label, hint, example]: Words): Column {
  return {
    about: aboutText([label, hint, example]),
    isRequired: true,
    read(typed) {
      const groups = cleanInput(typed).toLowerCase().split(/[\s:]/);
      const digits = groups.join("");
      if (digits === "") return invalid(`Type the ${label.toLowerCase()}: digits and the letters a to f.`);
      if (!/^[0-9a-f]+$/.test(digits))
        return invalid(`The ${label.toLowerCase()} has only the digits 0 to 9 and the letters a to f.`);
      if (groups.length > 1 && digits.length % 2 === 0 && groups.some((group) => group.length % 2 === 1))
        return invalid(`Type only the ${label.toLowerCase()}, without the numbers in front of it.`);
      return digits.length % 2 === 0
        ? valid(digits)
        : invalid(
            `A digit of the ${label.toLowerCase()} is missing: there are ${digits.length}, and each byte has two.`,
          );
    },
    toForm: String,
    fromWords: (words) => words.map(({ raw }) => raw).join(""),
    write: String,
    fromWire: (reader) => reader.rest().map(hexByte).join(""),
  };
}

/** Returns the column of an absolute name, or "." if `rules.mayBeNowhere`. */
export function nameColumn(
  [label, hint, example]: Words,
  rules: Omit<TargetRules, "example">,
  initial?: string,
): Column {
  return {
    about: aboutText([label, hint, example]),
    ...(initial !== undefined && { initial }),
    isName: true,
    isRequired: true,
    read: (typed, zone) =>
      readTarget(typed, { ...rules, example: example === "." ? "svc.example.net" : example }, zone),
    toForm: String,
    fromWords: ([word]) => word?.raw ?? "",
    write: (value, isFile) => (isFile && value !== "." ? formatName(String(value)) : String(value)),
    fromWire: (reader) => reader.name(),
  };
}

const MAX_STRING = 255;

/** Returns the column of a character string of at most 255 bytes, which may be empty. RFC 1035, section 3.3. */
export function stringColumn(
  words: Words,
  check: (text: string) => string | undefined = () => undefined,
  initial?: string,
): Column {
  const [label] = words;
  return {
    about: { ...aboutText(words), isRequired: false },
    ...(initial !== undefined && { initial }),
    isRequired: false,
    read(typed) {
      const text = cleanInput(typed);
      if (text.length > MAX_STRING || /[^ -~]/.test(text))
        return invalid(
          `The ${label.toLowerCase()} has plain letters, digits and signs, at most ${MAX_STRING} of them.`,
        );
      const problem = check(text);
      return problem === undefined ? valid(text) : invalid(problem);
    },
    toForm: String,
    fromWords: ([word]) => (word ? txtBytes(`"${word.raw}"`) : ""),
    write: (value) => contentOfBytes(String(value)),
    fromWire(reader) {
      const length = reader.number(1);
      const bytes = length === undefined ? undefined : reader.take(length);
      return bytes && String.fromCharCode(...bytes);
    },
  };
}

function aboutText([label, hint, example]: Words): Column["about"] {
  const { field: _, ...about } = textField("", label, hint, example);
  return about;
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Takes values from RDATA in wire format, one after the other. Each method returns undefined if too few bytes are left. */
export class WireReader {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): number[] | undefined {
    if (this.#at + count > this.#bytes.length) return undefined;
    this.#at += count;
    return this.#bytes.slice(this.#at - count, this.#at);
  }

  rest(): number[] {
    return this.take(this.#bytes.length - this.#at) ?? [];
  }

  /** An unsigned number in network order. */
  number(size: number): number | undefined {
    return this.take(size)?.reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /** A name without compression, "." for the root. RFC 1035, section 3.1. Undefined for labels that need escaping. */
  name(): string | undefined {
    const labels: string[] = [];
    for (let length = this.number(1); length !== 0; length = this.number(1)) {
      const label = length === undefined || length > 63 ? undefined : this.take(length);
      if (!label) return undefined;
      labels.push(String.fromCharCode(...label));
    }
    if (labels.length === 0) return ".";
    const name = labels.join(".");
    return isHostName(name.toLowerCase().replaceAll("_", "a")) && labels.every((one) => !one.includes("."))
      ? name
      : undefined;
  }
}
