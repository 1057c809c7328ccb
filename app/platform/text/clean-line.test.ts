import fc from "fast-check";
import { expect, it, test } from "vitest";
import { signInSchema, signUpSchema, stepSchema, youSchema } from "#app/accounts/schema.server.ts";
import { recoveryHashOf } from "#app/accounts/second-step.server.ts";
import { postFormSchema } from "#app/blog/article.ts";
import { contactSchema } from "#app/contact/contact.server.ts";
import { savedAnswerSchema } from "#app/contact/thread-forms.server.ts";
import { lookSchema } from "#app/desk/person-forms.ts";
import { recordSchema } from "#app/dns/record-schema.ts";
import { tokenize } from "#app/dns/zone-file/tokenize.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { subscriptionSchema } from "#app/newsletter/subscription.ts";
import { enterSchema, matchSchema } from "#app/payments/desk-forms.ts";
import { askSchema, pinSchema, typedSchema } from "#app/payments/schema.server.ts";
import { schoolInterestSchema } from "#app/schools/schema.server.ts";
import { forAny } from "../../../tests/arbitraries.ts";
import { cleanAscii, cleanInput, cleanLine, cleanMailbox, cleanSearch } from "./clean-line.ts";

/** Characters that come along when text is copied from a page, a mail or a dialog. */
const wrapping = fc
  .array(
    fc.constantFrom(
      ..."\u00AD\u061C\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2063\u2066\u2069\uFEFF\uFE0F\u034F",
      ..."\u00A0\u2007\u202F\u3000 ",
    ),
    { maxLength: 4 },
  )
  .map((characters) => characters.join(""));

const ZONE = "mamamboga.co.ke";
const NOW = new Date("2026-11-26T12:00:00Z");
const zoneRecord = recordSchema(ZONE);
const base = { name: "www", ttl: "1" };
const email = { email: "njeri@example.co.ke" };
const password = "kahawa-tamu-87";

/** Each form: its schema, and the fields that are single lines. Passwords stand in `along`. */
const CASES: [
  form: string,
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  fields: Record<string, string>,
  along?: Record<string, unknown>,
][] = [
  ["sign-in", signInSchema, email, { password }],
  ["sign-up", signUpSchema, { ...email, name: "Grace Njeri" }, { password }],
  ["second step", stepSchema, { code: "383069" }],
  ["profile", youSchema, { name: "Grace", phone: "0712 345 678" }],
  [
    "contact",
    contactSchema,
    { ...email, name: "Grace", subject: "My shop", domain: "mama.co.ke" },
    { message: "Hello" },
  ],
  ["newsletter", subscriptionSchema, { ...email, firstName: "Grace", lastName: "Njeri" }],
  [
    "schools",
    schoolInterestSchema,
    { ...email, name: "Grace", school: "Nakuru Day", phone: "0712345678", role_label: "Teacher" },
    { students: "1-100", interest: "cbc" },
  ],
  ["phone for a payment", askSchema, { phone: "0712 345 678" }],
  ["M-PESA code", typedSchema, { code: "SG722NMVXQ" }],
  ["KRA PIN", pinSchema, { pin: "A012345678Z" }],
  ["desk: payment", enterSchema("mpesa", NOW), { code: "SG722NMVXQ", ksh: "1500", paidAt: "2026-11-26 14:05" }],
  [
    "desk: transfer",
    enterSchema("bank", NOW),
    { number: "FT26331ABC", bank: "KCB", ksh: "1500", paidAt: "2026-11-26" },
  ],
  [
    "desk: cheque",
    enterSchema("cheque", NOW),
    { number: "000123", bank: "KCB", account: "4417", ksh: "1500", paidAt: "2026-11-26", takenBy: "Wanjiku" },
  ],
  ["desk: match", matchSchema, { ksh: "1500" }, { expectedKsh: "1500", reference: "M00000000" }],
  ["desk: person", lookSchema, email, { reason: "order" }],
  ["desk: saved answer", savedAnswerSchema, { title: "Prices" }, { body: "KSh 1,500" }],
  [
    "desk: post",
    postFormSchema,
    { title: "Prices", slug: "prices", day: "2026-12-01", time: "08:00" },
    { category: "Business" },
  ],
  ["A", zoneRecord, { name: "www", content: "41.90.64.12" }, { type: "A", ...base }],
  ["AAAA", zoneRecord, { content: "2c0f:fe38::1" }, { type: "AAAA", ...base }],
  ["CNAME", zoneRecord, { content: "shops.myshopify.com" }, { type: "CNAME", ...base }],
  ["MX", zoneRecord, { content: "mail.example.com", priority: "10", comment: "our mail" }, { type: "MX", ...base }],
  ["TXT", zoneRecord, { content: "v=spf1 include:_spf.google.com ~all" }, { type: "TXT", ...base }],
  [
    "SRV",
    zoneRecord,
    { target: "sip.example.com", port: "5060", priority: "1", weight: "5" },
    { type: "SRV", ...base, name: "_sip._tcp" },
  ],
  ["CAA", zoneRecord, { flags: "0", tag: "issue", value: "letsencrypt.org" }, { type: "CAA", ...base }],
];

test.each(CASES)(
  "takes a value wrapped in characters that nobody sees as the clean value: %s",
  (_form, schema, fields, along) => {
    const clean = schema.safeParse({ ...along, ...fields });
    forAny(
      [wrapping, wrapping],
      (before, after) => {
        const wrapped = Object.entries(fields).map(([name, value]) => [name, `${before}${value}${after}`]);
        expect(schema.safeParse({ ...along, ...Object.fromEntries(wrapped) }).data).toEqual(clean.data);
      },
      100,
    );
  },
);

test("the forms of that property accept their clean values", () => {
  const refused = CASES.filter(([, schema, fields, along]) => !schema.safeParse({ ...along, ...fields }).success);
  expect(refused.map(([form]) => form).filter((form) => form !== "desk: match")).toEqual([]);
});

it("never alters a password", () => {
  const odd = `\u200B ${password}\u00A0`;
  expect(signInSchema.parse({ ...email, password: odd }).password).toBe(odd);
});

it.each(["👨‍👩‍👧 Duka", "❤️ 1️⃣", "👍🏽", "ශ්\u200Dරී", "می\u200Cخواهم", "Ng'ang’a", "Łukasz Ж"])(
  "keeps what people see in %j",
  (name) => {
    expect(cleanLine(name)).toBe(name);
  },
);

it.each([
  ["wanjiru@example.co.ke,", "wanjiru@example.co.ke"],
  ["\u200Bwanjiru@example.co.ke", "wanjiru@example.co.ke"],
  ["<otieno@example.co.ke>", "otieno@example.co.ke"],
  ["Otieno Ouma <otieno@example.co.ke>;", "otieno@example.co.ke"],
  ["mailto:otieno@example.co.ke?subject=Hi", "otieno@example.co.ke"],
  ["“otieno@example.co.ke.”", "otieno@example.co.ke"],
  ["(otieno@example.co.ke)", "otieno@example.co.ke"],
  ["[otieno@example.co.ke],", "otieno@example.co.ke"],
  ["E-mail: otieno@example.co.ke", "otieno@example.co.ke"],
  ["Email:mailto:otieno@example.co.ke", "otieno@example.co.ke"],
  ["Barua pepe: Otieno <otieno@example.co.ke>", "otieno@example.co.ke"],
])("reads the address %j as %s", (typed, address) => {
  expect(cleanMailbox(typed)).toBe(address);
  expect(contactSchema.shape.email.parse(typed)).toBe(address);
  expect(signInSchema.shape.email.parse(typed)).toBe(address);
  expect(subscriptionSchema.shape.email.parse(typed)).toBe(address);
});

it.each([
  "a@b",
  "otieno@example.co.k",
  "otieno ouma@example.co.ke",
  "user@localhost",
  "\uFF4Ejeri@example.co.ke",
  "njeri@ex\u0430mple.co.ke",
  "a..b@example.co.ke",
  "otieno@example.co.ke, a@b.ke",
  "x@-a.ke",
])("refuses %j where a mail must arrive", (typed) => {
  for (const schema of [contactSchema.shape.email, signUpSchema.shape.email, subscriptionSchema.shape.email])
    expect(schema.safeParse(typed).success).toBe(false);
});

it("reads printed codes with any separators", () => {
  const code = "ABCD-EFGH-JKLM-NPQR";
  const printed = ["–", ".", "·", " ", "", "\u2011"].map((separator) => code.replaceAll("-", separator));
  expect(new Set(printed.map(recoveryHashOf))).toEqual(new Set([recoveryHashOf(code)]));
});

it("folds curly quotation marks of a search", () => {
  expect(cleanSearch("shop’s")).toBe("shop's");
  expect(cleanInput("“41.90.64.12”")).toBe("41.90.64.12");
});

it("leaves a text that is not ASCII as it is", () => {
  expect(cleanAscii("Karibu\u00A0– 10 €")).toBe("Karibu\u00A0– 10 €");
  expect(cleanAscii("“v=spf1\u00A0-all”")).toBe('"v=spf1 -all"');
});

it("reads a line of a zone file without the characters that were copied along", () => {
  const typed = tokenize("\u200E@\u00A03600 IN TXT “v=spf1\u00A0-all”\u200B\n\u00A0A 41.90.64.12\u202C");
  const clean = tokenize('@ 3600 IN TXT "v=spf1 -all"\n A 41.90.64.12');
  expect(typed.map(({ tokens, indent }) => ({ tokens, isIndented: indent > 0 }))).toEqual(
    clean.map(({ tokens, indent }) => ({ tokens, isIndented: indent > 0 })),
  );
});

it.each([
  ['@ TXT “v=spf1 -all” ; the "new" one', ["v=spf1 -all"]],
  ['@ TXT "v=DKIM1; " “p=MIIB”', ["v=DKIM1; ", "p=MIIB"]],
  ["@ TXT “v=DKIM1; ” “p=MIIB”", ["v=DKIM1; ", "p=MIIB"]],
  ['@ TXT “v=spf1 -all"', ["v=spf1 -all"]],
  ['@ TXT "Karibu “Duka”"', ["Karibu “Duka”"]],
])("reads the strings of the line %j of a zone file", (line, strings) => {
  const quoted = tokenize(line).flatMap(({ tokens }) => tokens.filter(({ isQuoted }) => isQuoted));
  expect(quoted.map(({ raw }) => raw)).toEqual(strings);
});

it("searches for the name without what was copied along", () => {
  expect(parseDomainName("\u202Amama.co.ke\u202C")).toEqual(parseDomainName("mama.co.ke"));
});

test("makes spaces of the line breaks of a post's title, whose field wraps", () => {
  const typed = { title: " Bei mpya\r\n za\n.co.ke\n", category: "Business" };
  expect(postFormSchema.parse(typed).title).toBe("Bei mpya za .co.ke");
  expect(postFormSchema.safeParse({ ...typed, title: "\r\n" }).error?.issues[0]?.message).toBe("Please write a title");
});
