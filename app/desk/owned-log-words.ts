import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

type Detail = Record<string, unknown>;

/** "2026-12-02" as "2 Dec 2026". */
const dayWords = (day: unknown) => dateOf(dayNumber(new Date(`${day}T12:00:00Z`))).words;
/** Said of what was set up although the name is another customer's, too. */
const sharedWords = ({ shared }: Detail) => (shared === true ? ", whose name another customer has, too" : "");
const setUpWords = (detail: Detail) => `${detail.early === true ? ", before it was paid" : ""}${sharedWords(detail)}`;
const because = ({ reason }: Detail) => `: ${reason}`;

/** The words for a part of a domain that staff changed, with the reason that they typed. */
const changeWords = ({ from, to, reason }: Detail) => `: ${from} to ${to}. ${reason}`;

/** The lines of the log about names and services: the words before and after these, as in LOG_WORDS. */
export const OWNED_LOG_WORDS: Record<string, readonly [before: string, after?: (detail: Detail) => string]> = {
  "domain-date": ["changed the last day of", changeWords],
  "domain-status": ["changed the status of", changeWords],
  "domain-ssl": ["changed the padlock of", changeWords],
  "domain-price": ["changed the renewal price of", changeWords],
  "domain-held": ["changed the provider of", changeWords],
  "domain-step": ["changed the transfer of", changeWords],
  "domain-synced": ["took the provider’s last day of", ({ from, to }) => `: ${dayWords(from)} to ${dayWords(to)}`],
  "domain-arrived": ["noted the arrival of", ({ to }) => `, until ${dayWords(to)}`],
  "domain-move-started": ["began to give away", because],
  "domain-move-ended": ["ended the move to another account of", because],
  "domain-moved": ["gave to another account"],
  "domain-added": ["added", ({ held }) => (held === "elsewhere" ? ", which is at another provider" : "")],
  "service-setup": ["set up", setUpWords],
  "service-server": ["had the server set up", setUpWords],
  "service-suspend": ["suspended"],
  "service-restore": ["restored"],
  "service-hold": [
    "changed how long nobody suspends",
    (detail) => `: ${detail.hold_until ? `until ${dayWords(detail.hold_until)}` : "no longer"}. ${detail.reason}`,
  ],
  "service-price": [
    "changed the next year’s price of",
    (detail) =>
      `: ${typeof detail.renew_ksh === "number" ? formatKsh(detail.renew_ksh) : "the price list"}. ${detail.reason}`,
  ],
  "service-date": [
    "changed the last day of",
    (detail) => `: ${dayWords(detail.from)} to ${dayWords(detail.ends_on)}. ${detail.reason}`,
  ],
  "service-plan": ["noted the change of plan of"],
  "service-reissued": ["replaced the certificate of", ({ cert_ends_on }) => `, until ${dayWords(cert_ends_on)}`],
  "service-removed": ["noted the deletion of the data of"],
  "service-again": ["had the server try again with"],
  "service-there": ["noted that the server has done it for", sharedWords],
};
