import { OWN_PARTS } from "./own-data.ts";
import { type OwnPart, plain, time } from "./own-part.ts";

type Row = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, { isWhole: boolean; rows: readonly Row[] } | undefined>>;
type Field = { label: string; words: string };
/**
 * A part of a customer's data as the page shows it. `rows`: the newest rows. `count`: how many rows were read. `isWhole` is
 * false if there are more than `count`.
 */
export type OwnSection = { title: string; rows: Field[][]; count: number; isWhole: boolean };

/** The most rows of a part on the page; the file has all. */
export const MOST_SHOWN = 100;

/**
 * Returns the parts of the export as the page shows them, in the export's order, including parts without rows. Empty values
 * are left out.
 */
export function ownSections(parts: Parts): OwnSection[] {
  const names = new Map(parts.domains?.rows.map(({ id, name }) => [id, String(name)]));
  const nameOf = (id: unknown) => names.get(id) ?? "a domain that you no longer have";
  return Object.entries<OwnPart>(OWN_PARTS).map(([part, { title, shown }]) => {
    const { rows = [], isWhole = true } = parts[part] ?? {};
    const fieldsOf = (row: Row) =>
      Object.entries(shown).flatMap(([column, how]) => {
        const [label, format] = typeof how === "string" ? [how, plain] : how;
        const value = row[column];
        const words = value === null || value === undefined ? "" : format(value, nameOf);
        return words === "" ? [] : { label, words };
      });
    return { title, rows: rows.slice(0, MOST_SHOWN).map(fieldsOf), count: rows.length, isWhole };
  });
}

type OwnAccount = {
  email: string;
  name: string | null;
  phone: string | null;
  madeAt: string;
  lastSignInAt: string | null;
};

/** Returns the fields of the account as the page shows them. Empty values are left out. */
export function accountSection({ email, name, phone, madeAt, lastSignInAt }: OwnAccount): Field[] {
  const fields: [string, string | null][] = [
    ["Name", name],
    ["E-mail", email],
    ["Phone", phone],
    ["Created", time(madeAt, String)],
    ["Last sign-in", lastSignInAt && time(lastSignInAt, String)],
  ];
  return fields.flatMap(([label, words]) => (words === null ? [] : { label, words }));
}
