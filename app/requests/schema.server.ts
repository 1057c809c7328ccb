import { z } from "zod";
import { readTarget } from "#app/dns/target.ts";
import { NS_TARGET } from "#app/dns/types/ns.ts";
import { cleanInput, cleanLine, cleanMailbox } from "#app/platform/text/clean-line.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { toPhoneNumber } from "#app/platform/text/phone.server.ts";
import { UNREADABLE, UNREADABLE_LINE } from "#app/platform/text/text-characters.ts";
import type { RequestKind, Wanted } from "./request.ts";

const FEWEST_SERVERS = 2;
const MOST_SERVERS = 6;
/** Characters of a typed name server. */
const MAX_SERVER = 255;
const COUNT = `Type ${FEWEST_SERVERS} to ${MOST_SERVERS} name servers, one on each line.`;

/** The limits of the forms' longer fields. */
export const REQUEST_LIMITS = { servers: MOST_SERVERS * (MAX_SERVER + 2) };

/** Two to six host names, one on each line. `zone`: the domain that gets them. */
function serversField(zone: string) {
  return z.string({ error: COUNT }).transform((typed, context): string[] => {
    const lines = typed.split(/[\n,]/).map(cleanInput).filter(Boolean);
    const read = lines.map((line) => ({ line, name: readTarget(line, NS_TARGET, zone) }));
    const wrong = read.find(({ line, name }) => !name.ok || line.length > MAX_SERVER);
    const names = [...new Set(read.flatMap(({ name }) => (name.ok ? name.value : [])))];
    const message = wrong
      ? `“${wrong.line.slice(0, 60)}”: ${wrong.name.ok ? "That is too long for a name." : wrong.name.message}`
      : names.length < FEWEST_SERVERS || names.length > MOST_SERVERS
        ? COUNT
        : undefined;
    if (message !== undefined) context.addIssue({ code: "custom", message });
    return names;
  });
}

/** A line of 1 to `most` characters. */
function line(required: string, most: number) {
  return z
    .string({ error: required })
    .overwrite((text) => cleanLine(text.replace(/\s+/g, " ")))
    .min(1, { error: required })
    .max(most, { error: `Please use at most ${most} characters.` })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE });
}

const PHONE = "Type a phone number, such as 0712 345 678.";

const holderSchema = z.object({
  name: line("Type the name of a person.", 100),
  organisation: line("", 100).optional(),
  address: line("Type the postal address.", 250),
  phone: z.string({ error: PHONE }).transform((typed, context) => {
    const number = toPhoneNumber(typed);
    if (number === undefined) context.addIssue({ code: "custom", message: PHONE });
    return number ?? "";
  }),
  email: z
    .string({ error: "Type an e-mail address." })
    .overwrite(cleanMailbox)
    .refine(isMailbox, { error: "Type an e-mail address, such as you@example.com." }),
});

/** A form about a name: what is wanted, and the password for a transfer code. `zone`: the domain. */
export function requestSchema(kind: RequestKind, zone: string): z.ZodType<{ wanted: Wanted; password?: string }> {
  if (kind === "servers") return z.object({ servers: serversField(zone) }).transform((wanted) => ({ wanted }));
  if (kind === "holder") return holderSchema.transform((wanted) => ({ wanted: wanted as Wanted }));
  if (kind === "code") return passwordSchema.transform((typed) => ({ wanted: {}, ...typed }));
  return z.object({}).transform(() => ({ wanted: {} }));
}

/** A form whose sender must prove that they own the account. */
export const passwordSchema = z.object({ password: z.string({ error: "Type your password." }) });
