import { z } from "zod";
import { inviteSchema } from "#app/accounts/schema.server.ts";
import { MAX_PRICE_KSH, shillings } from "#app/desk/form-fields.ts";
import { HOLDERS } from "#app/domains/owned-domain.ts";
import { addNameSchema, HOLDER_CHOICES } from "#app/orders/name-forms.ts";
import { MAX_FILE_BYTES } from "#app/platform/http/request-limits.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { COLUMNS, type ColumnName, type LineProblem, MAX_LINES } from "./import.ts";

/** A line of a file, as the database takes it. A line with problems has nothing else. */
export type FileLine = { line: number; problems: LineProblem[] } & Partial<Customer>;
type Customer = {
  email: string;
  full_name: string;
  phone: string | null;
  domain: string | null;
  last_day: string | null;
  held: string | null;
  renew_ksh: number | null;
};

const NOT_UTF8 =
  "This file is not in UTF-8, so its letters cannot be read. In Excel, choose “Save as” and “CSV UTF-8”, then try again.";
const TOO_LARGE = `This file is larger than ${MAX_FILE_BYTES / 1024} KB. Make two files of it.`;
const EMPTY = "Choose a file, or paste its text.";
const NO_LINES = "This file has no line below its column names.";
const BLANK = "Type this too.";

/**
 * Reads a CSV file (RFC 4180) of customers and their names, separated by commas, semicolons or tabs. Its first line has the names
 * of the columns, in any order. Returns its lines; fails with a message if the file as a whole cannot be read. Source:
 * docs/product/desk.md, "Import".
 */
export function readImportFile(text: string, now: Date): Parsed<FileLine[]> {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) return invalid(TOO_LARGE);
  if (text.includes("\uFFFD")) return invalid(NOT_UTF8);
  const rows = rowsIn(text.replace(/^\uFEFF/, ""));
  const [head, ...body] = rows;
  if (head === undefined) return invalid(EMPTY);
  const columns = head.cells.map(columnNamed);
  const unknown = head.cells.find((cell, index) => cell !== "" && columns[index] === undefined);
  if (unknown !== undefined) return invalid(`We do not know the column “${unknown.slice(0, 50)}”. ${COLUMN_WORDS}`);
  const missing = COLUMNS.find(({ name, isNeeded }) => isNeeded && !columns.includes(name));
  if (missing) return invalid(`There is no column “${missing.name}”. ${COLUMN_WORDS}`);
  const twice = COLUMNS.find(({ name }) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (twice) return invalid(`There are two columns “${twice.name}”. Delete one.`);
  if (body.length === 0) return invalid(NO_LINES);
  if (body.length > MAX_LINES) {
    const count = body.length.toLocaleString("en-GB");
    return invalid(`This file has ${count} lines. At most ${MAX_LINES.toLocaleString("en-GB")} go at a time.`);
  }
  const schema = lineSchema(now);
  const firstLines = new Map<string, number>();
  return valid(body.map((row) => readLine(row, { columns, width: head.cells.length, schema, firstLines })));
}

const COLUMN_WORDS = `The columns are ${COLUMNS.map(({ name }) => name).join(", ")}.`;

function columnNamed(cell: string): ColumnName | undefined {
  const plain = cell.toLowerCase().replace(/[\s_-]+/g, "");
  return COLUMNS.find(({ name, others }) => [name, ...others].some((one) => one.replace(/[\s_-]+/g, "") === plain))
    ?.name;
}

type Row = { line: number; cells: string[] };
type Reading = {
  columns: (ColumnName | undefined)[];
  width: number;
  schema: ReturnType<typeof lineSchema>;
  /** The lines in which names stood first. */
  firstLines: Map<string, number>;
};

function readLine({ line, cells }: Row, { columns, width, schema, firstLines }: Reading): FileLine {
  if (cells.slice(width).some((cell) => cell !== "")) {
    const message = "This line has more values than the first line has columns.";
    return { line, problems: [{ column: "", message }] };
  }
  const typed = Object.fromEntries(
    columns.flatMap((column, index) => (column && cells[index] ? [[column, cells[index]]] : [])),
  );
  const read = schema.safeParse(typed);
  // One problem of a column is enough: the next ones say the same in other words.
  const byColumn = new Map<string, string>();
  for (const { path, message } of (read.error?.issues ?? []).toReversed()) byColumn.set(String(path[0] ?? ""), message);
  const problems = [...byColumn].reverse().map(([column, message]) => ({ column, message }));
  const domain = read.data?.domain;
  const first = domain === undefined ? undefined : firstLines.get(domain);
  if (first !== undefined) problems.push({ column: "domain", message: `Line ${first} has this name too.` });
  if (domain !== undefined && first === undefined) firstLines.set(domain, line);
  if (problems.length > 0 || !read.data) return { line, problems };
  const { email, name, phone, held, price } = read.data;
  return {
    ...{ line, problems, email: email.toLowerCase(), full_name: name, phone: phone ?? null, domain: domain ?? null },
    last_day: domain === undefined ? null : (read.data["last day"] ?? null),
    held: domain === undefined ? null : held,
    renew_ksh: domain === undefined ? null : (price ?? null),
  };
}

/** A line by the rules of the forms for one person and one name. */
function lineSchema(now: Date) {
  const { name: domain, until } = addNameSchema(now).shape;
  const { email, name, phone } = inviteSchema.shape;
  const day = z.string().transform(isoDay).pipe(until);
  return z
    .object({
      email: z.string({ error: BLANK }).pipe(email),
      name: z.string({ error: BLANK }).pipe(name),
      phone,
      domain: domain.optional(),
      "last day": day.optional(),
      held: z
        .string()
        .default("us")
        .transform((typed) => HELD.get(cleanInput(typed).toLowerCase()))
        .pipe(z.enum(HOLDERS, { error: "Type us or elsewhere." })),
      price: shillings(MAX_PRICE_KSH).optional(),
    })
    .superRefine((line, context) => {
      if ((line.domain === undefined) === (line["last day"] === undefined)) return;
      const path = [line.domain === undefined ? "domain" : "last day"];
      context.addIssue({ code: "custom", path, message: BLANK });
    });
}

const HELD = new Map([
  ...HOLDER_CHOICES.map(({ value }) => [value, value] as const),
  ...HOLDER_CHOICES.map(({ value, label }) => [label.toLowerCase(), value] as const),
]);

/** Returns a typed day as ISO 8601: spreadsheets in Kenya write 31/12/2027. Anything else is returned as it is. */
function isoDay(typed: string): string {
  const [, day = "", month = "", year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cleanInput(typed)) ?? [];
  return year === undefined ? typed : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Returns the rows that are not blank, with their numbers: a cell in quotation marks may have line breaks. */
function rowsIn(text: string): Row[] {
  const separator = separatorOf(text);
  const rows: Row[] = [];
  let [cells, cell, isQuoted, line] = [[] as string[], "", false, 1];
  const end = () => {
    cells.push(cell.trim());
    cell = "";
  };
  for (let at = 0; at <= text.length; at += 1) {
    const [now, next] = [text[at], text[at + 1]];
    if (isQuoted && now === '"' && next === '"') {
      cell += now;
      at += 1;
    } else if (now === '"' && (isQuoted || cell.trim() === "")) {
      isQuoted = !isQuoted;
    } else if (now !== undefined && (isQuoted || (now !== separator && now !== "\n" && now !== "\r"))) {
      cell += now;
    } else {
      end();
      if (now === separator) continue;
      if (now === "\r" && next === "\n") at += 1;
      if (cells.some((one) => one !== "")) rows.push({ line, cells });
      cells = [];
      line += 1;
    }
  }
  return rows;
}

function separatorOf(text: string): string {
  const [head = ""] = text.trimStart().split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((sign) => [sign, head.split(sign).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
