import { canonicalName } from "#app/domains/ascii-name.ts";
import { invalid } from "#app/platform/text/parsed.ts";
import { type Token, tokenize } from "../zone-file/tokenize.ts";
import { type Column, WireReader } from "./columns.ts";
import { type Contents, hasParts, type PartKinds, type RecordType } from "./record-type.ts";

type Values<Part extends string> = Readonly<Record<Part, string | number>>;

/** The definition of a type whose RDATA is a list of values. The form's fields are called like `ds_key_tag`. */
type StructuredType<Type extends string, Part extends string> = Pick<
  RecordType<string>,
  "code" | "label" | "nameField" | "says"
> & {
  type: Type;
  /**
   * The values in the order of the presentation format, by the names of Cloudflare's `data`. The last takes all remaining
   * words.
   */
  columns: Readonly<Record<Part, Column>>;
  main: NoInfer<Part>;
  /** The main value is a host, whose address is looked up afterwards. */
  hasTarget?: true;
  /** Says what is wrong with values that are valid one by one. */
  check?(values: Values<NoInfer<Part>>): { part: NoInfer<Part>; message: string } | undefined;
  warnings?(values: Values<NoInfer<Part>>): (string | false)[];
};

/** Returns a record type whose form, content, `data`, zone file and wire format follow from its columns. */
export function structuredType<Type extends string, Part extends string>(
  about: StructuredType<Type, Part>,
): RecordType<`${Lowercase<Type>}_${Part}`> {
  type Field = `${Lowercase<Type>}_${Part}`;
  const { type, columns, main, check } = about;
  const parts = Object.keys(columns) as Part[];
  const last = parts.at(-1) ?? main;
  const fieldOf = (part: Part) => `${type.toLowerCase()}_${part}` as Field;
  const byField = <Value>(of: (part: Part) => Value) =>
    Object.fromEntries(parts.map((part) => [fieldOf(part), of(part)])) as Record<Field, Value>;
  const kinds: PartKinds = Object.fromEntries(
    parts.map((part) => [part, columns[part].isNumber ? "number" : "string"]),
  );
  const namePart = parts.find((part) => columns[part].isName);

  /** Reads words in presentation format; undefined if there are too few. */
  function valuesIn(words: readonly Token[]): Record<Part, string> | undefined {
    const least = columns[last].isRequired ? parts.length : parts.length - 1;
    if (words.length < least) return undefined;
    const texts = parts.map((part, index) => {
      const own = part === last ? words.slice(index) : words.slice(index, index + 1);
      return columns[part].fromWords(own);
    });
    return Object.fromEntries(parts.map((part, index) => [part, texts[index] ?? ""])) as Record<Part, string>;
  }

  function contentOf(values: Values<Part>, isFile = false): string | undefined {
    const words = parts.map((part) => columns[part].write(values[part], isFile));
    return words.includes(undefined) ? undefined : words.join(" ").trimEnd();
  }

  function readAll(typed: Partial<Record<Part, string>>, zone: string): Values<Part> | undefined {
    const read = parts.map((part) => [part, columns[part].read(typed[part] ?? "", zone)] as const);
    if (read.some(([, { ok }]) => !ok)) return undefined;
    return Object.fromEntries(read.flatMap(([part, one]) => (one.ok ? [[part, one.value]] : []))) as Values<Part>;
  }

  function valuesOf({ content, data }: Contents): Values<Part> | undefined {
    const [line, ...more] = tokenize(`x ${content.trim()}`);
    const isOne = line && !line.problem && line.comment === undefined && more.length === 0;
    const texts = hasParts(data, kinds)
      ? (Object.fromEntries(parts.map((part) => [part, String(data[part])])) as Record<Part, string>)
      : isOne
        ? valuesIn(line.tokens.slice(1))
        : undefined;
    return texts && readAll(texts, "");
  }

  function valuesInBytes(bytes: readonly number[]): Values<Part> | undefined {
    const reader = new WireReader(bytes);
    const texts = parts.map((part) => columns[part].fromWire(reader));
    if (texts.includes(undefined) || !reader.isAtEnd) return undefined;
    return readAll(Object.fromEntries(parts.map((part, index) => [part, texts[index]])) as Record<Part, string>, "");
  }

  const textsOf = (values: Values<Part>) => byField((part) => columns[part].toForm(values[part]));
  const canonical = (record: Contents) => {
    const values = valuesOf(record);
    return (values && contentOf(values)) ?? record.content.trim();
  };
  const fields = parts.map((part) => ({ ...columns[part].about, field: fieldOf(part) }));
  const labels = fields.map(({ label }) => label.toLowerCase());
  const examples = readAll(
    Object.fromEntries(parts.map((part) => [part, columns[part].about.example])) as Record<Part, string>,
    "",
  );
  const example = (examples && contentOf(examples, true)) ?? "";

  return {
    type,
    code: about.code,
    label: about.label,
    fields,
    mainField: fieldOf(main),
    ...(about.nameField && { nameField: about.nameField }),
    defaults: Object.fromEntries(
      parts.flatMap((part) => (columns[part].initial === undefined ? [] : [[fieldOf(part), columns[part].initial]])),
    ) as Partial<Record<Field, string>>,
    says: about.says?.replace(/\{(?!name\})/g, `{${type.toLowerCase()}_`),
    fromForm(typed, unwrap, { zone }) {
      let isValid = true;
      const values = Object.fromEntries(
        parts.map((part) => {
          const read = columns[part].read(typed[fieldOf(part)] ?? "", zone);
          isValid &&= read.ok;
          return [part, unwrap<string | number>(fieldOf(part), read, columns[part].isNumber ? 0 : "")];
        }),
      ) as Values<Part>;
      const problem = isValid ? check?.(values) : undefined;
      if (problem) unwrap(fieldOf(problem.part), invalid(problem.message), "");
      return { content: contentOf(values) ?? "", data: values };
    },
    toForm(record) {
      const values = valuesOf(record);
      return values ? textsOf(values) : {};
    },
    canonical,
    ...(about.hasTarget && {
      target: (record: Contents) => canonicalName(String(valuesOf(record)?.[main] ?? "")),
    }),
    warnings(record) {
      const values = valuesOf(record);
      return (values && about.warnings?.(values)) ?? [];
    },
    parts: kinds,
    file: {
      fields: parts.map(fieldOf),
      example: `${sentenceOf(labels)} come after ${type}: ${example}`,
      ...(namePart && { name: fieldOf(namePart) }),
      read(words) {
        const texts = valuesIn(words);
        return texts ? { ok: true, value: { typed: byField((part) => texts[part]) } } : invalid(this.example);
      },
      readBytes(bytes) {
        const values = valuesInBytes(bytes);
        return values && textsOf(values);
      },
      write(record) {
        const values = valuesOf(record);
        return values && contentOf(values, true);
      },
    },
  };
}

/** "Key tag, algorithm and digest". */
function sentenceOf(labels: readonly string[]): string {
  const words = `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
