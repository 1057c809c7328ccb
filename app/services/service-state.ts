import { relativeDay } from "#app/domains/expiry.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, dayOf, daysLeft, EXTEND_DAYS, type Service, type ServiceKind } from "./service.ts";

/** How a service is: a tone and a word for its badge, and a sentence with what follows. */
export type Stand = { tone: "ok" | "warn" | "bad" | "neutral"; word: string; text: string };

/** How far the order of the next year is: paid or with the agency, or waiting for the customer's money. */
export type NextYear = "paid" | "unpaid" | undefined;

type Stated = Pick<
  Service,
  "kind" | "state" | "startsOn" | "endsOn" | "willEnd" | "suspendedOn" | "wanted" | "nextPlan" | "nextSeats"
>;

const SET_UP: Record<ServiceKind, string> = {
  hosting: "We e-mail you when it is set up.",
  mail: "We e-mail you when your mailboxes are set up.",
  certificate: "We e-mail you when the padlock is in place.",
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
 * Returns how a service is, in words for its customer. `today` is a dayNumber; `isPaid`: whether its first order is paid, or is
 * with the agency. Source: docs/product/services.md, "Services".
 */
export function standOf(
  service: Stated,
  { today, nextYear, isPaid = true }: { today: number; nextYear: NextYear; isPaid?: boolean },
): Stand {
  const { kind, state, endsOn } = service;
  if (state === "ordered") {
    return {
      tone: "neutral",
      word: "ordered",
      text: isPaid ? SET_UP[kind] : "It is not paid yet. We begin when it is.",
    };
  }
  if (state === "ended" || endsOn === null) {
    return endsOn === null
      ? { tone: "neutral", word: "not set up", text: "Its order was cancelled or could not be done." }
      : { tone: "neutral", word: "ended", text: `It ended. Its last paid day was ${dayWords(endsOn)}.` };
  }
  if (state === "suspended") return suspended(service, endsOn, { today, nextYear });
  const left = daysLeft(endsOn, today);
  if (service.willEnd) {
    const text =
      left < 0
        ? "You ended it. It stops now."
        : `You end it. It works until ${dayWords(endsOn)}, then it stops. ${COPY[kind]}`;
    return { tone: "warn", word: left < 0 ? "ends now" : `ends ${relativeDay(left)}`, text };
  }
  if (nextYear === "paid")
    return {
      tone: "ok",
      word: "active",
      text: `It works. The next year is ordered: ${dayWords(endsOn)} moves by a year when we are done.`,
    };
  if (left < 0) {
    const text = `Its last paid day was ${dayWords(endsOn)}. It still works, and stops on ${dayWords(endsOn, AFTER_SERVICE.stops)}.`;
    return { tone: "bad", word: `ended ${relativeDay(left)}`, text };
  }
  const isSoon = left <= EXTEND_DAYS;
  return {
    tone: isSoon ? "warn" : "ok",
    word: isSoon ? `ends ${relativeDay(left)}` : "active",
    text: isSoon
      ? `It works. Its last paid day is ${dayWords(endsOn)}.`
      : `It works, and is paid until ${dayWords(endsOn)}.`,
  };
}

function suspended(
  { kind, willEnd, wanted }: Stated,
  endsOn: string,
  { today, nextYear }: { today: number; nextYear: NextYear },
): Stand {
  const bad = { tone: "bad", word: "suspended" } as const;
  if (wanted === "active" || nextYear === "paid")
    return { ...bad, text: "It is paid. We bring it back now and e-mail you." };
  const left = daysLeft(endsOn, today);
  if (willEnd) return { ...bad, text: `You ended it. ${STOPPED[kind]} Do you want it back? Write to us.` };
  if (left < -AFTER_SERVICE.renewable) {
    return { ...bad, text: `It was not paid for the next year. ${STOPPED[kind]} Write to us if you want it back.` };
  }
  return {
    ...bad,
    text: `It was not paid for the next year. ${STOPPED[kind]} Pay until ${dayWords(endsOn, AFTER_SERVICE.renewable)} to get it back.`,
  };
}

/** Returns what happens after the last paid day, for the page of a service; empty if it has none or has ended. */
export function afterwards({ kind, state, endsOn, willEnd }: Stated, today: number): string[] {
  if (endsOn === null || state === "ended") return [];
  const { stops, renewable, deleted } = AFTER_SERVICE;
  const deletion = kind === "certificate" ? [] : [`From ${dayWords(endsOn, deleted)} on we may delete its data.`];
  if (willEnd) return [...(state === "active" ? [`It stops on ${dayWords(endsOn, 1)}.`] : []), ...deletion];
  const stop = `Without a payment it stops on ${dayWords(endsOn, stops)}.`;
  if (daysLeft(endsOn, today) > EXTEND_DAYS) {
    return [`We e-mail you about the next year on ${dayWords(endsOn, -EXTEND_DAYS)}.`, stop];
  }
  return [
    ...(state === "active" ? [stop] : []),
    `You can pay the next year until ${dayWords(endsOn, renewable)}.`,
    ...deletion,
  ];
}
