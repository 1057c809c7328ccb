import type { Plan } from "#app/dns/change.ts";
import { mailPlan } from "#app/dns/mail/mail-plan.ts";
import { type MailField, readMailSetup } from "#app/dns/mail/mail-setup.ts";
import type { MailProvider } from "#app/dns/mail/presets.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { REQUIRED as FIELDS } from "./mail-fields.ts";
import { ZONE } from "./mail-zones.ts";

export const MX = "example-co-ke.r-v1.mx.microsoft";

export type Typed = Partial<Record<MailField, string>>;
/** The fields that each provider requires. */
const REQUIRED: Record<MailProvider, Typed> = { ...FIELDS, microsoft: { mx: MX }, zoho: { region: "eu" } };

/** Returns the plan that connects a zone to a provider, with the fields that it requires. */
export function planFor(provider: MailProvider, records: readonly DnsRecord[], typed: Typed = {}): Plan {
  const reading = readMailSetup(provider, { ...REQUIRED[provider], ...typed }, ZONE);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return mailPlan(reading.setup, records, ZONE);
}
