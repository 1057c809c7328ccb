import { type Mail, messageMail } from "#app/mail/mail.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import * as desk from "./desk.table.server.ts";
import type { Witness } from "./desk-ways.ts";

/** Returns who confirms a payment that was entered by hand, by the settings PAYMENTS_WITNESS and STAFF. */
export function witness(): Witness {
  if (!env.needsWitness) return "alone";
  return env.staff.length > 1 ? "other" : "missing";
}

/** Counts a payment that staff have seen. With PAYMENTS_WITNESS=0 whoever entered it may, too: then the agency is mailed. */
export function countPayment(staff: Staff, code: string, counting: desk.Counting) {
  return desk.countPayment(staff, code, counting, env.needsWitness ? null : [aloneMail(staff, code, counting)]);
}

function aloneMail({ name }: Staff, code: string, { ksh, reference }: desk.Counting): Mail {
  const { name: brand, email } = brandFrom(env.brand);
  const bill = reference === undefined ? "" : ` It counts for the bill ${reference}.`;
  const message = {
    name: brand,
    email,
    subject: `Counted by one person alone: ${formatKsh(ksh)}, ${code}`,
    message: `${name} entered the payment ${code} by hand and confirmed ${formatKsh(ksh)}.${bill} PAYMENTS_WITNESS=0 allows it. Look at it: ${env.origin}/desk/payments/${code}`,
  };
  return messageMail(message, { to: email, key: `alone-${code}` });
}
