import { relativeDay } from "#app/domains/expiry.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import {
  AFTER_SERVICE,
  countedFrom,
  dayOf,
  daysLeft,
  deletedFrom,
  EXTEND_DAYS,
  PRICE_DAYS,
  type Service,
  type ServiceKind,
} from "./service.ts";
import { nextYearPriceOf } from "./service-price.ts";

/** How a service is: a tone and a word for its badge, and a sentence with what follows. */
export type Stand = { tone: "ok" | "warn" | "bad" | "neutral"; word: string; text: string };

/**
 * How far the order of the next year is: paid or with the agency, waiting for the customer's money, or only asked for its
 * price. "kept": unpaid, but a part is paid or the customer typed a code.
 */
export type NextYear = "paid" | "unpaid" | "kept" | "asked" | undefined;

type Kept = Pick<Service, "holdUntil" | "pricedOn" | "suspendedOn"> & Parameters<typeof nextYearPriceOf>[0];
type Stated = Pick<Service, "kind" | "state" | "endsOn" | "willEnd" | "wanted"> & Kept;

const SET_UP: Record<ServiceKind, string> = {
  hosting: "We e-mail you when it is set up.",
  mail: "We e-mail you when your mailboxes are set up.",
  certificate: "We e-mail you when SSL is in place.",
};
const STOPPED: Record<ServiceKind, string> = {
  hosting: "Your website does not work now. Your files are kept.",
  mail: "Nobody can send or get e-mail there now. Your e-mail is kept.",
  certificate: "Browsers may warn the visitors of your website.",
};
/** What the customer copies before a service ends. */
const COPY: Record<ServiceKind, string> = {
  hosting: "Download your files, databases and e-mail before that day.",
  mail: "Copy the e-mail that you want to keep before that day.",
  certificate: "From then on browsers may warn your visitors.",
};

/** Returns a day in words: "2 Dec 2026". Takes "2026-12-02", and how many days after it. */
export function dayWords(iso: string, after = 0): string {
  return dateOf(dayOf(iso) + after).words;
}

/**
 * Returns how a service is, in words for its customer. `today` is a dayNumber; `isPaid`: whether its first order is paid or with
 * the agency or, once it is set up, whether its last year has a paid bill; `isAsked`: nobody has
 * named the price of its first order. Source: docs/product/services.md, "Services".
 */
export function standOf(
  service: Stated,
  { today, nextYear, isPaid = true, isAsked = false }: Known & { isPaid?: boolean; isAsked?: boolean },
): Stand {
  const { kind, state, endsOn } = service;
  if (state === "ordered") {
    if (isAsked) return { tone: "neutral", word: "ordered", text: "It is not ordered yet. You pay nothing yet." };
    return isPaid
      ? { tone: "neutral", word: "ordered", text: SET_UP[kind] }
      : { tone: "warn", word: "not paid", text: "It is not paid yet. We begin when it is." };
  }
  const lastDay = isPaid ? "last paid day" : "last day";
  if (state === "ended" || endsOn === null) {
    return endsOn === null
      ? { tone: "neutral", word: "not set up", text: "Its order was cancelled or could not be done." }
      : { tone: "neutral", word: "ended", text: `It ended. Its ${lastDay} was ${dayWords(endsOn)}.` };
  }
  if (state === "suspended") return suspended(service, endsOn, { today, nextYear });
  const left = daysLeft(endsOn, today);
  if (service.willEnd) {
    const text =
      left < 0
        ? "It has ended. It stops today or in the next days."
        : `You end it. It works until ${dayWords(endsOn)}, then it stops. ${COPY[kind]}`;
    // There is nothing to do: its customer wants it so.
    return left < 0
      ? { tone: "warn", word: "ends now", text }
      : { tone: "neutral", word: `ends ${relativeDay(left)}`, text };
  }
  if (nextYear === "paid")
    return {
      tone: "ok",
      word: "active",
      text: `It works. The next year is ordered: ${dayWords(endsOn)} moves by a year when we are done.`,
    };
  if (left < 0) {
    const text = `Its ${lastDay} was ${dayWords(endsOn)}. It still works. ${stopWords(service, endsOn, { today, nextYear })}`;
    return { tone: "bad", word: `ended ${relativeDay(left)}`, text };
  }
  const isSoon = left <= EXTEND_DAYS;
  return {
    tone: isSoon ? "warn" : "ok",
    word: isSoon ? `ends ${relativeDay(left)}` : "active",
    text:
      isSoon || !isPaid
        ? `It works. Its ${lastDay} is ${dayWords(endsOn)}.`
        : `It works, and is paid until ${dayWords(endsOn)}.`,
  };
}

/** Returns when an active service that is not paid stops. Without a price it works on: see "Services" in docs/product. */
export function stopWords(service: Kept, endsOn: string, { today, nextYear }: Known): string {
  if (!nextYearPriceOf(service)) return "We tell you the price of the next year first.";
  const kept = keptUntil(service, endsOn, { today, nextYear });
  if (kept !== undefined) return `It works until ${dayWords(kept)}.`;
  const from = countedFrom(endsOn, service);
  const left = daysLeft(from, today) + AFTER_SERVICE.stops;
  if (left === 0) return "It stops today or in the next days.";
  if (isTooLate(from, today)) return "It can stop any day. Write to us now if you want to keep it.";
  return left < 0 ? "It can stop any day." : `It stops on ${dayWords(from, AFTER_SERVICE.stops)}.`;
}

/** Returns whether the next year of a service can't be paid any more. `from`: the day that counts. */
const isTooLate = (from: string, today: number) => daysLeft(from, today) < -AFTER_SERVICE.renewable;

/** Returns whether the next year of a service can't be ordered or paid any more. Nothing is over before it has a price. */
export function isOverForGood(service: Kept & Pick<Service, "endsOn">, today: number): boolean {
  const { endsOn } = service;
  return endsOn !== null && nextYearPriceOf(service) !== undefined && isTooLate(countedFrom(endsOn, service), today);
}

type Known = { today: number; nextYear: NextYear };

/** Returns until when an unpaid service works longer than others: by a part of the money, a typed code or a hold of staff. */
function keptUntil(service: Kept, endsOn: string, { today, nextYear }: Known): string | undefined {
  const { holdUntil } = service;
  const byMoney = nextYear === "kept" ? dayOf(countedFrom(endsOn, service)) + AFTER_SERVICE.renewable : 0;
  const last = Math.max(byMoney, holdUntil ? dayOf(holdUntil) : 0);
  return last >= Math.max(today, dayOf(endsOn) + AFTER_SERVICE.stops) ? dateOf(last).iso : undefined;
}

/** Returns how a suspended service comes back. */
export function restoreWords(service: Kept, endsOn: string, today: number): string {
  if (!nextYearPriceOf(service)) return "We tell you the price of another year first.";
  const from = countedFrom(endsOn, service);
  return isTooLate(from, today)
    ? "Write to us if you want it back."
    : `Pay until ${dayWords(from, AFTER_SERVICE.renewable)} to get it back.`;
}

/** Returns the price of the next year, or when staff name it. `isPaid`: whether one that has not begun has a paid bill. */
export function nextPriceWords(
  service: Pick<Service, "endsOn" | "nextKsh"> & Parameters<typeof nextYearPriceOf>[0],
  { today, isPaid = true }: { today: number; isPaid?: boolean },
): string {
  if (service.nextKsh !== null) return isPaid ? `${formatKsh(service.nextKsh)}, paid` : "Ordered, not paid here";
  const price = nextYearPriceOf(service);
  if (price) return formatKsh(price.ksh);
  if (service.endsOn === null) return "We tell you before it begins";
  return daysLeft(service.endsOn, today) < PRICE_DAYS
    ? "We tell you soon"
    : `We tell you by ${dayWords(service.endsOn, -PRICE_DAYS)}`;
}

function suspended(service: Stated, endsOn: string, { today, nextYear }: Known): Stand {
  const { kind, willEnd, wanted } = service;
  const bad = { tone: "bad", word: "suspended" } as const;
  if (wanted === "active" || nextYear === "paid")
    return { ...bad, text: "It is paid. We bring it back now and e-mail you." };
  if (willEnd) return { ...bad, text: `It has ended. ${STOPPED[kind]} Do you want it back? Write to us.` };
  return {
    ...bad,
    text: `It was not paid for the next year. ${STOPPED[kind]} ${restoreWords(service, endsOn, today)}`,
  };
}

/**
 * Returns what happens after the last paid day, for the page of a service: what is still to come and what the sentence of
 * `standOf` does not say. Empty if it has no such day, has ended, or if the next year is paid.
 */
export function afterwards(service: Stated, { today, nextYear }: Known): string[] {
  const { kind, state, endsOn, willEnd, wanted } = service;
  if (
    endsOn === null ||
    nextYear === "paid" ||
    (state !== "active" && (state !== "suspended" || wanted === "active"))
  ) {
    return [];
  }
  const left = daysLeft(endsOn, today);
  const from = countedFrom(endsOn, service);
  const gone = -daysLeft(from, today);
  /** A sentence about the day so many days after the one that counts, if that is not over. */
  const until = (days: number, words: (day: string) => string) => (gone > days ? [] : [words(dayWords(from, days))]);
  const { stops, renewable, deleted } = AFTER_SERVICE;
  const deletion = deletedFrom(endsOn, service);
  const isOver = dayOf(deletion) < today;
  const deletionWords = !isOver
    ? `From ${dayWords(deletion)} on we may delete its data.`
    : state === "suspended"
      ? "We may delete its data now."
      : `After it stops, we may delete its data ${deleted - stops} days later.`;
  const last = kind === "certificate" ? [] : [deletionWords];
  /** The same before the last day. After it the sentence of `standOf` has that day. */
  const before = (days: number, words: (day: string) => string) => (left < 0 ? [] : until(days, words));
  if (willEnd) return last;
  const mail = `We e-mail you about the next year on ${dayWords(endsOn, -EXTEND_DAYS)}.`;
  const isFar = left > EXTEND_DAYS;
  // Nothing is suspended before it has a price.
  if (!nextYearPriceOf(service)) return isFar ? [mail] : [];
  const kept = state === "active" ? keptUntil(service, endsOn, { today, nextYear }) : undefined;
  const unpaid =
    kept === undefined
      ? before(stops, (day) => `Without a payment it stops on ${day}.`)
      : [`Without a payment it stops after ${dayWords(kept)}.`];
  if (isFar) return [mail, ...unpaid];
  const payable = state === "active" ? until(renewable, (day) => `You can pay the next year until ${day}.`) : [];
  return [...unpaid, ...payable, ...last];
}
