import { z } from "zod";
import type { DueName, OfferedName } from "./renewals.ts";

const NONE = "Tick at least one name.";
const NOT_THEIRS = "It is not among your names any more.";
const TOO_LATE = "It can’t be renewed any more.";
const TOO_MANY = "It comes with the next press.";
const CHANGED = "The price changed while you were reading. Please look at it again.";

const PICK = "pick_";

/** The fields of a name: a domain has no "_", and a field's name no dot and no hyphen. */
export function fieldsOf(name: string): { pick: string; years: string; shown: string } {
  const plain = name.replaceAll(".", "_d").replaceAll("-", "_h");
  return { pick: PICK + plain, years: `years_${plain}`, shown: `shown_${plain}` };
}

/** The name that a field picks; undefined for a field of another kind. */
export function namePicked(field: string): string | undefined {
  if (!field.startsWith(PICK)) return undefined;
  return field.slice(PICK.length).replaceAll("_d", ".").replaceAll("_h", "-");
}

export type Renewal = { name: string; years: number; priceKsh: number };
/**
 * How many names a form has picked, what they cost together, in KSh, and of how many we have to ask for the price. Without a form: all
 * names, for a year each.
 */
export function sumOf(offered: readonly OfferedName[], form: ReadonlyMap<string, unknown> | undefined) {
  const prices = offered.flatMap(({ name, choices }) => {
    const { pick, years } = fieldsOf(name);
    if (!form) return choices[0]?.price?.ksh ?? 0;
    const choice = choices.find(({ value }) => value === form.get(years));
    return form.get(pick) === "on" && choice ? (choice.price?.ksh ?? 0) : [];
  });
  const ksh = prices.reduce((sum, price) => sum + price, 0);
  return { names: prices.length, ksh, unpriced: prices.filter((price) => price === 0).length };
}

/** What one press asks for, without what was ordered before. */
type PickedNames = { renewals: Renewal[] };

/**
 * The form that renews several names. Takes the customer's due names and those of them that the page offers; gives what was picked
 * with its years and the price that holds now, or says at each name what stands in its way, of those that are not on the page any more too.
 */
export function renewalSchema(due: readonly DueName[], offered: readonly OfferedName[]) {
  return z.unknown().transform((typed, context): PickedNames => {
    const sent =
      typeof typed === "object" && typed !== null ? new Map<string, unknown>(Object.entries(typed)) : new Map();
    const refuse = (field: string | undefined, message: string) =>
      void context.issues.push({ code: "custom", path: field === undefined ? [] : [field], message, input: typed });
    const picked = [...sent].flatMap(([field, value]) => (value === "on" ? (namePicked(field) ?? []) : []));
    const states = new Map(due.map(({ name, state }) => [name, state]));
    const renewals = picked.flatMap((name): Renewal[] => {
      const { pick, years, shown } = fieldsOf(name);
      const offer = offered.find((one) => one.name === name);
      if (!offer) {
        const state = states.get(name);
        if (state !== "ordered")
          refuse(pick, state === "late" ? TOO_LATE : state === "offered" ? TOO_MANY : NOT_THEIRS);
        return [];
      }
      const { price, choices } = offer;
      if (sent.get(shown) !== String(price)) refuse(pick, CHANGED);
      const choice = choices.find(({ value }) => value === sent.get(years));
      if (!choice) refuse(years, `Choose how many years, from 1 to ${choices.length}.`);
      return choice ? [{ name, years: Number(choice.value), priceKsh: choice.price?.ksh ?? 0 }] : [];
    });
    if (picked.length === 0) refuse(undefined, NONE);
    return { renewals };
  });
}
