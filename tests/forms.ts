/** The site's forms, for tests that submit each of them. `tests/routes.test.ts` fails if one is missing. */
import { RECORD_TYPES, TYPES } from "#app/dns/types.ts";

const DNS = "/dashboard/domains/mamamboga.co.ke/dns";
const RECORD = ["name", ...new Set(TYPES.flatMap(({ fields }) => fields.map(({ field }) => field))), "ttl", "comment"];
/** No such order: its page is staff's. */
const DESK_ORDER = "/desk/orders/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const MAIL = ["mx", "region", "token", "dkim", "selector", "reports"];

/** Each form: its URL, its visible fields, and the hidden fields that it needs. */
export const FORMS: [path: string, fields: string[], along?: Record<string, string>][] = [
  ["/contact", ["message", "name", "email", "subject", "domain", "answer"], { website_2: "" }],
  ["/thread/x", ["message", "partCount", "answer"], { website_2: "" }],
  ["/desk/messages/answers", ["title", "body", "id", "expectedVersion"]],
  ["/desk/messages/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", ["body", "partCount", "holder"], { form: "answer" }],
  ["/newsletter", ["email", "firstName", "lastName", "answer"]],
  ["/stride", ["name", "role_label", "school", "email", "phone", "students", "interest", "answer"]],
  ["/login", ["email", "password", "draft", "stamp", "turnstileToken", "challenge"]],
  ["/login?tab=signup", ["name", "email", "password"]],
  ["/login/forgot", ["email", "answer"], { website_2: "" }],
  ["/login/resend", ["email", "answer"], { website_2: "" }],
  ["/login/reset", ["password"]],
  ["/login/step", ["code"]],
  ["/profile/step", ["code", "password"], { form: "step-off" }],
  ["/login/again?by=x&redirectTo=/profile", ["name"]],
  ["/auth/confirm", ["type", "token_hash"]],
  ["/newsletter/confirm", ["token"]],
  ["/newsletter/unsubscribe", ["token"]],
  ["/stride/confirm", ["token"]],
  ["/profile", ["name", "currentPassword", "newPassword", "from"]],
  ["/profile", ["name", "phone"], { form: "you" }],
  ["/profile", ["wants"], { form: "reminders" }],
  ["/profile/close", ["reason", "password"]],
  ["/profile", ["currentPassword", "newPassword"], { form: "password" }],
  ...RECORD_TYPES.map((type): [string, string[], Record<string, string>] => [`${DNS}/add`, RECORD, { type }]),
  [`${DNS}/add`, ["type"]],
  ...["microsoft", "google", "zoho"].map((preset): [string, string[], Record<string, string>] => [
    `${DNS}/mail`,
    MAIL,
    { preset },
  ]),
  [`${DNS}/mail`, ["preset", "fix"]],
  [`${DNS}/mail?at=news`, MAIL, { preset: "google" }],
  ["/dashboard/domains/mamamboga.co.ke/website?at=soko", ["alias", "code"], { preset: "squarespace" }],
  ...["vercel", "squarespace", "github"].map((preset): [string, string[], Record<string, string>] => [
    "/dashboard/domains/mamamboga.co.ke/website",
    ["address", "alias", "code"],
    { preset },
  ]),
  [`${DNS}/import`, ["text", "mode"], { mode: "add" }],
  [`${DNS}/selection`, ["record", "ttl", "intent"], { intent: "ttl" }],
  [
    "/desk/posts/new",
    ["title", "content", "category", "excerpt", "picture", "alt", "slug", "day", "time", "expectedVersion"],
    { form: "save" },
  ],
  [
    "/desk/projects/new",
    [
      ...["title", "slug", "client", "category", "year", "description", "fulldescription", "technologies", "tags"],
      ...["picture", "link", "githuburl", "demourl", "day", "time", "expectedVersion"],
    ],
    { form: "save" },
  ],
  ["/desk/newsletter/new", ["title", "content", "slug", "expectedVersion", "ready"], { form: "save" }],
  ["/dashboard/orders/renew", ["pick_njeri_hbakes_dcom", "years_njeri_hbakes_dcom", "price_njeri_hbakes_dcom"]],
  [
    "/dashboard/orders/change/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01",
    ["choice", "priceFingerprint"],
    { form: "change-order" },
  ],
  ["/dashboard/orders/change/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", [], { form: "cancel-order" }],
  ["/dashboard/orders/pay/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", ["phone"], { form: "ask" }],
  ["/dashboard/orders/pay/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", ["code"], { form: "typed" }],
  ["/dashboard/orders/receipt/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", ["pin"]],
  ["/pay/token", ["phone"], { form: "ask" }],
  ["/pay/token/receipt", ["pin"]],
  ...[
    ["price", "ksh"],
    ["done", "until", "expectedExpiry"],
    ["failed", "why", "words", "ksh"],
    ["note", "body"],
  ].map(([form = "", ...fields]): [string, string[], Record<string, string>] => [DESK_ORDER, fields, { form }]),
  [`/desk/schools/${ID}`, ["stage", "next_on", "note", "expectedState"], { form: "school" }],
  ["/desk/payments", ["code", "ksh", "paidAt", "reference"], { form: "enter" }],
  ["/desk/payments", ["number", "bank", "ksh", "paidAt", "reference"], { form: "enter-bank" }],
  ["/desk/payments", ["number", "takenBy", "ksh", "paidAt", "reference"], { form: "enter-cash" }],
  ["/desk/payments", ["number", "bank", "account", "takenBy", "ksh", "paidAt", "reference"], { form: "enter-cheque" }],
  ["/desk/payments", ["code", "reference"], { form: "not-there" }],
  ...[
    ["confirm", "ksh", "differs", "expectedKsh"],
    ["match", "ksh", "differs", "reference", "expectedKsh"],
    ["returned", "ksh", "way", "code"],
    ["refund", "ksh", "reference", "way", "code", "expectedKsh"],
    ["keep", "reference", "expectedKsh"],
    ["etims", "number", "reference", "expectedNumber"],
  ].map(([form = "", ...fields]): [string, string[], Record<string, string>] => [
    "/desk/payments/SG722NMVXQ",
    fields,
    { form },
  ]),
  ...["date", "status", "price", "ssl", "held"].map((form): [string, string[], Record<string, string>] => [
    "/desk/names/mamamboga.co.ke",
    ["value", "reason", "expected"],
    { form },
  ]),
  [`/desk/schools/${ID}`, ["typed"], { form: "erase" }],
  ["/desk/people", ["email", "reason"], { form: "look" }],
  [`/desk/people/${ID}`, ["reason"], { form: "look" }],
  [`/desk/people/${ID}`, ["typed"], { form: "close" }],
  [`/desk/people/${ID}`, ["name", "until", "held", "seen"], { form: "add-name" }],
  [`/desk/people/${ID}`, ["confirms"], { form: "step-off" }],
  [`/desk/people/${ID}`, ["ksh", "reason"], { form: "give-credit" }],
  [`/desk/people/${ID}`, ["asked"], { form: "confirm-credit" }],
  [`/desk/people/${ID}`, ["ksh", "code"], { form: "pay-out-credit" }],
  ["/desk/mails", ["mail"], { form: "again" }],
  ["/dashboard/orders/new?kind=transfer&domain=mamanjeri.com", ["authCode", "choice", "priceFingerprint"]],
];
