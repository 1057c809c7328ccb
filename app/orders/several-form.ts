import { z } from "zod";
import type { DueName, OfferedName } from "./renewals.ts";

const NONE = "Tick at least one name.";
const NOT_THEIRS = "It is not among your names any more.";
const TOO_LATE = "It can’t be renewed any more.";
const FULL = "It is paid for ten years already.";
const TOO_MANY = "It comes with the next press.";
const ELSEWHERE = "You renew this name at your provider.";
const CHANGED = "The price changed while you were reading. Please look at it again.";
const UNAVAILABLE = "It can’t be ordered now.";

const REASONS = { unavailable: UNAVAILABLE, late: TOO_LATE, full: FULL, offered: TOO_MANY, elsewhere: ELSEWHERE };

const PICK = "pick_";

/** Returns the form fields of a domain. A domain has no "_"; a field name has no dot and no hyphen. */
export function fieldsOf(name: string): { pick: string; years: string; priceField: string } {
  const plain = name.replaceAll(".", "_d").replaceAll("-", "_h");
  return { pick: PICK + plain, years: `years_${plain}`, priceField: `price_${plain}` };
}

/** Returns the domain that a field selects, or undefined for another field. */
export function namePicked(field: string): string | undefined {
  if (!field.startsWith(PICK)) return undefined;
  return field.slice(PICK.length).replaceAll("_d", ".").replaceAll("_h", "-");
}

/** Returns whether a posted form has ticked a domain. */
export function isPicked(typed: FormData, name: string): boolean {
  return typed.get(fieldsOf(name).pick) === "on";
}

/** A name that was picked, its years, and its price for them in whole shillings; 0 if we must ask for it first. */
export type PickedName = { name: string; years: number; priceKsh: number };
/**
 * Returns the selected names for display, `ksh`, the total of their prices, `laterKsh`, how much of it is paid later, and
 * `unpriced`, how many have no known price.
 */
export function sumOf(offered: readonly OfferedName[], form: ReadonlyMap<string, unknown>) {
  const picked = offered.flatMap(({ name, display, choices, isLater }) => {
    const { pick, years } = fieldsOf(name);
    const choice = choices.find(({ value }) => value === form.get(years));
    return form.get(pick) === "on" && choice ? { display, isLater, ksh: choice.price?.ksh ?? 0 } : [];
  });
  return {
    names: picked.map(({ display }) => display),
    ksh: picked.reduce((sum, { ksh }) => sum + ksh, 0),
    laterKsh: picked.reduce((sum, { ksh, isLater }) => (isLater ? sum + ksh : sum), 0),
    unpriced: picked.filter(({ ksh }) => ksh === 0).length,
  };
}

/** The names of one submission, except those that are ordered already. */
type PickedNames = { names: PickedName[] };

/**
 * The form that renews or registers several domains. Takes the domains of the page and those of them that it offers. Returns the
 * selected domains with years and current price. Each domain that cannot be ordered gets a message at its field, even if the page no
 * longer has the domain.
 */
export function severalSchema(due: readonly DueName[], offered: readonly OfferedName[]) {
  return z.unknown().transform((typed, context): PickedNames => {
    const fields =
      typeof typed === "object" && typed !== null ? new Map<string, unknown>(Object.entries(typed)) : new Map();
    const reject = (field: string | undefined, message: string) =>
      void context.issues.push({ code: "custom", path: field === undefined ? [] : [field], message, input: typed });
    const picked = [...fields].flatMap(([field, value]) => (value === "on" ? (namePicked(field) ?? []) : []));
    const states = new Map(due.map(({ name, state }) => [name, state]));
    const names = picked.flatMap((name): PickedName[] => {
      const { pick, years, priceField } = fieldsOf(name);
      const offer = offered.find((one) => one.name === name);
      if (!offer) {
        const state = states.get(name);
        if (state !== "ordered") reject(pick, state === undefined ? NOT_THEIRS : REASONS[state]);
        return [];
      }
      const { price, choices } = offer;
      if (fields.get(priceField) !== String(price)) reject(pick, CHANGED);
      const choice = choices.find(({ value }) => value === fields.get(years));
      if (!choice) reject(years, `Choose how many years, from 1 to ${choices.length}.`);
      return choice ? [{ name, years: Number(choice.value), priceKsh: choice.price?.ksh ?? 0 }] : [];
    });
    if (picked.length === 0) reject(undefined, NONE);
    return { names };
  });
}
