import { env } from "#app/env.server.ts";
import { readStaffState } from "#app/gateways/desk/staff-state.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./finding.server.ts";

/** Returns the check of the agency's staff. Source: docs/product.md, "The desk". */
export function deskChecks(): Check[] {
  return [
    { name: "staff", why: "Staff without a confirmed account and a second step cannot use the desk.", run: staff },
  ];
}

async function staff(): Promise<Finding> {
  const all = env.staff.length;
  if (all === 0) return off("STAFF", "there is no desk, and orders and messages arrive by mail alone");
  const state = await readStaffState(env.staff);
  if (!state) return bad("The database did not say who has an account.", "See the lines about the database.");
  const { confirmed, stepped } = state;
  if (confirmed < all) {
    return warning(
      `${all - confirmed} of ${all} addresses in STAFF have no confirmed account.`,
      "Sign up with each at /login and open the link in the mail. Nobody else can: an address that is not confirmed is no staff.",
    );
  }
  if (stepped < all) {
    return warning(
      `${all - stepped} of ${all} staff have no second step: their password alone could set one up.`,
      "Switch it on at /profile/step.",
    );
  }
  if (all === 1)
    return warning("There is one member of staff.", "Add a second one: only another can help with a lost phone.");
  return good(`${all} members of staff have a confirmed account and a second step.`);
}
