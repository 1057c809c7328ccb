import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { type Column, WireReader } from "./columns.ts";
import { SVC_KEYS, type SvcKey, svcNumber } from "./svc-keys.ts";
import { quotedBytes, unescapedBytes } from "./svc-values.ts";

/** The settings of a service in wire format by their numbers, each value as one character for each byte. */
type SvcParams = Map<number, string>;

const MAX_TEXT = 2000;

/**
 * Returns the column of the settings (SvcParams) of an HTTPS or SVCB record. It must be the last column of its type. RFC 9460,
 * sections 2.1 and 2.2.
 */
export function svcParamsColumn(label: string, hint: string, example: string): Column {
  return {
    about: { label, hint, example, isRequired: false },
    isRequired: false,
    read: (typed) => {
      const params = readSvcParams(typed.trim());
      return params.ok ? valid(textOf(params.value)) : params;
    },
    toForm: String,
    fromWords: (words) =>
      words.reduce((text, { raw, isQuoted }) => {
        // Quotation marks after an equals sign belong to its word: alpn="h3".
        const gap = text === "" || (isQuoted && text.endsWith("=")) ? "" : " ";
        return `${text}${gap}${isQuoted ? `"${raw}"` : raw}`;
      }, ""),
    write: String,
    fromWire(reader) {
      const params: SvcParams = new Map();
      let last = -1;
      while (!reader.isAtEnd) {
        const [number = 0, length] = [reader.number(2), reader.number(2)];
        const bytes = length === undefined ? undefined : reader.take(length);
        // RFC 9460, section 2.2: in ascending order, each once.
        if (!bytes || number <= last) return undefined;
        last = number;
        params.set(number, String.fromCharCode(...bytes));
      }
      return problemOf(params) === undefined ? textOf(params) : undefined;
    },
  };
}

/** Reads settings such as `alpn="h2,h3" port=443`. RFC 9460, section 2.1 and appendix A. */
function readSvcParams(text: string): Parsed<SvcParams> {
  const params: SvcParams = new Map();
  if (text.length > MAX_TEXT) return invalid(`The settings are too long: at most ${MAX_TEXT} characters.`);
  for (const word of wordsOf(text)) {
    const equals = word.indexOf("=");
    const name = (equals < 0 ? word : word.slice(0, equals)).toLowerCase();
    const number = svcNumber(name);
    if (number === undefined)
      return invalid(`“${word}” is not a setting that we know, such as alpn="h2,h3" or ipv4hint="41.90.64.12".`);
    if (params.has(number)) return invalid(`${name} is there twice. Leave one of them out.`);
    const value = equals < 0 ? "" : unquoted(word.slice(equals + 1));
    const bytes = value === undefined ? undefined : unescapedBytes(value);
    const wire = bytes === undefined ? undefined : keyAt(number, name).toWire(bytes);
    if (wire === undefined) return invalid(`After ${name} comes ${keyAt(number, name).needs}.`);
    params.set(number, wire);
  }
  const problem = problemOf(params);
  return problem === undefined ? valid(params) : invalid(problem);
}

/**
 * Returns the kind of a setting. A setting that is written as a number (`key3`) takes its raw bytes as the value, even if its
 * kind has a name. RFC 9460, section 2.1.
 */
function keyAt(number: number, name = ""): SvcKey {
  const known = SVC_KEYS[number];
  if (known && !name.startsWith("key")) return known;
  const isValid = (bytes: string) => known === undefined || known.toText(bytes) !== undefined;
  return {
    name: `key${number}`,
    needs: known ? `the same as after ${known.name}, in bytes` : "a text",
    toWire: (bytes) => (isValid(bytes) ? bytes : undefined),
    toText: (wire) => wire,
  };
}

/** Rules about several settings: RFC 9460, sections 7.1.1 and 8. */
function problemOf(params: SvcParams): string | undefined {
  const broken = [...params].find(([number, wire]) => keyAt(number).toText(wire) === undefined);
  if (broken) return `${keyAt(broken[0]).name} is invalid.`;
  if (params.has(2) && !params.has(1)) return "no-default-alpn needs alpn beside it.";
  const reader = new WireReader([...(params.get(0) ?? "")].map((byte) => byte.charCodeAt(0)));
  while (!reader.isAtEnd) {
    const number = reader.number(2) ?? 0;
    if (!params.has(number)) return `mandatory names ${keyAt(number).name}, which is not there.`;
  }
  return undefined;
}

function textOf(params: SvcParams): string {
  const sorted = [...params].sort(([one], [other]) => one - other);
  return sorted
    .map(([number, wire]) => {
      const { name, toText } = keyAt(number);
      const text = toText(wire) ?? "";
      return text === "" ? name : `${name}=${quotedBytes(text)}`;
    })
    .join(" ");
}

/** Splits at spaces outside quotation marks. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (character === "\\") {
      word += text.slice(at, at + 2);
      at += 1;
    } else if (isQuoted || character.trim() !== "") word += character;
    else if (word !== "") words.push(word);
    if (!isQuoted && character !== "\\" && character.trim() === "") word = "";
  }
  return word === "" ? words : [...words, word];
}

/** Returns a value without the quotation marks around it; undefined if they are elsewhere. */
function unquoted(value: string): string | undefined {
  const isWhole = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  const inner = isWhole ? value.slice(1, -1) : value;
  for (let at = 0; at < inner.length; at += 1) {
    if (inner.charAt(at) === '"') return undefined;
    if (inner.charAt(at) === "\\") at += 1;
  }
  return inner;
}
