/** The service of each form of a service in tests/forms.ts, as the tester's workbench makes it. */
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

type Fields = Record<string, string>;

/** Its name: nobody else has services. */
const DOMAIN = "duka-jaribio.co.ke";
const MAILBOXES = { kind: "mail", seats: 5 };
/** Ended so long ago that the site opens no order for the next year. */
const OVER = { state: "suspended", ends: "-60d" };
const FAILED = { wanted: "suspended", problem: "refused: Njaribu tena" };

/** What the customer's form is for, by its hidden field `form`. */
const OWN: Record<string, object> = {
  // The site opens the order of the next year itself 30 days before the end.
  renew: { ends: "+45d" },
  smaller: { plan: "deluxe" },
  ...{ seats: MAILBOXES, fewer: MAILBOXES, same: MAILBOXES },
  keep: { willEnd: true },
  secret: { firstPassword: "Kx9-code" },
};
/** What the desk's form is for. */
const DESK: Record<string, object> = {
  // Of a name that is nobody else's, so that staff need not tick that they read whose.
  setup: { state: "ordered", paid: true, domain: undefined },
  // Before the day that staff type: an earlier one is asked about first.
  date: { ends: "+10d" },
  suspend: { wanted: "suspended" },
  plan: { wanted: "plan" },
  ...{ restore: OVER, removed: OVER },
  reissued: { kind: "certificate" },
  ...{ again: FAILED, there: FAILED },
};

/** Returns the service that a form needs, for `POST /users`. */
export function serviceFor(path: string, form: string): object {
  return { domain: DOMAIN, ...(path.startsWith("/desk/") ? DESK : OWN)[form] };
}

/** What a form needs to be sent first, on the same page. */
export const FIRST: Record<string, { typed: Fields; along: Fields }> = {
  same: { typed: { fewerSeats: "3" }, along: { form: "fewer" } },
};

/** What staff type into the forms of a service of the customer with this address. One username at a server is one customer's. */
export function typedForService(name: string, email: string): string | undefined {
  const soon = dateOf(dayNumber(new Date()) + 20).iso;
  const typed: Fields = {
    ...{
      panel: "https://web1.example.co.ke:2083",
      username: `d${email.replace(/\W/g, "").slice(8, 16)}`,
      host: "web1.example.co.ke",
      ip: "192.0.2.10",
    },
    ...{ password: "Kx9-code", reason: "Ameomba", ksh: "7,000", body: "Ameuliza bei", typed: DOMAIN },
    ...{ until: soon, cert_ends_on: soon },
  };
  return typed[name];
}
