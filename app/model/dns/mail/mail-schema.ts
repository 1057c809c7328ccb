import { z } from "zod";
import { anyText } from "../../unsendable.ts";
import { RECORD_LIMITS } from "../record-schema.ts";
import { type FindingCode, isFindingCode } from "./health-rules.ts";
import { type MailField, type MailSetup, readMailSetup } from "./mail-answers.ts";
import { isMailProvider } from "./presets.ts";

const NEITHER = "Press one of the buttons.";

/** What the buttons of the mail page ask for. */
export type MailRequest = { kind: "preset"; wishes: MailSetup } | { kind: "fix"; code: FindingCode };

/** Characters of a key with all that a provider shows around it. */
export const MAIL_LIMITS = { dkim: RECORD_LIMITS.content };

/** The forms of the mail page of the zone with this name, or messages at the fields. Server only. Source: docs/product.md, "Mail". */
export function mailSchema(zone: string) {
  const fields = z.object({
    preset: anyText(),
    fix: anyText(),
    ...({
      mx: anyText(),
      region: anyText(),
      token: anyText(),
      dkim: anyText(),
      selector: anyText(),
      reports: anyText(),
      leave: anyText(),
    } satisfies Record<MailField, unknown>),
  });
  return fields.transform(({ preset, fix, ...typed }, context): MailRequest => {
    if (isFindingCode(fix)) return { kind: "fix", code: fix };
    if (!isMailProvider(preset)) {
      context.issues.push({ code: "custom", path: [], message: NEITHER, input: preset });
      return z.NEVER;
    }
    const reading = readMailSetup(preset, typed, zone);
    if (reading.ok) return { kind: "preset", wishes: reading.wishes };
    for (const { field, message } of reading.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
