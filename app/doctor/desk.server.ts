import { readStaffState } from "#app/desk/work-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./finding.server.ts";

/** Returns the check of the agency's staff. Source: docs/product/desk.md, "The desk". */
export function deskChecks(): Check[] {
  return [
    { name: "staff", why: "Staff without a confirmed account and a second step cannot use the desk.", run: staff },
    { name: "payments by hand", why: "A payment that staff enter counts when it is confirmed.", run: byHand },
  ];
}

async function staff(): Promise<Finding> {
  const all = env.staff.length;
  if (all === 0) return off("STAFF", "there is no desk, and orders and messages arrive by mail alone");
  const states = await Promise.all(env.staff.map((address) => readStaffState([address])));
  if (states.includes(undefined))
    return bad("The database did not say who has an account.", "See the lines about the database.");
  const without = (what: "confirmed" | "stepped") => env.staff.filter((_, index) => states[index]?.[what] === 0);
  const [unconfirmed, unstepped] = [without("confirmed"), without("stepped")];
  if (unconfirmed.length > 0) {
    return warning(
      `No confirmed account, of ${all} in STAFF: ${unconfirmed.join(", ")}.`,
      "Sign up with each at /login and open the link in the mail. Nobody else can: an address that is not confirmed is no staff.",
    );
  }
  if (unstepped.length > 0) {
    return warning(
      `No second step, of ${all} staff: ${unstepped.join(", ")}. Their password alone could set one up.`,
      "Switch it on at /profile/step.",
    );
  }
  if (all === 1)
    return warning("There is one member of staff.", "Add a second one: only another can help with a lost phone.");
  return good(`${all} members of staff have a confirmed account and a second step.`);
}

function byHand(): Finding {
  const all = env.staff.length;
  if (!env.mpesa) return off("MPESA_URL", "customers do not pay on the site");
  if (all === 0) return off("STAFF", "there is no desk, and nobody can enter a payment");
  if (env.needsWitness) {
    return all > 1
      ? good("A second person confirms each payment that is entered by hand.")
      : warning(
          "There is one member of staff, and a payment that is entered by hand needs a second one.",
          "Add a second one to STAFF, or set PAYMENTS_WITNESS=0: then one person counts it alone, and you are mailed of each.",
        );
  }
  return all > 1
    ? warning(
        `Each of ${all} members of staff may count a payment alone (PAYMENTS_WITNESS=0).`,
        "Remove PAYMENTS_WITNESS, so that a second person looks.",
      )
    : good("One person counts payments by hand alone. Each is logged and mailed to BRAND_EMAIL.");
}
