/** Arbitrary Cookie headers, for tests that send them to each kind of page and action. */
import fc from "fast-check";
import { anyCharacter } from "./arbitraries.ts";
import { FORMS } from "./forms.ts";

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (claims: object) => `${inBase64({ alg: "HS256", typ: "JWT" })}.${inBase64(claims)}.${"A".repeat(43)}`;
const YEAR_2096 = 4_000_000_000;
/** A forged session in which every field has its type. */
export const WELL_FORMED = {
  access_token: jwt({ sub: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", role: "authenticated", exp: YEAR_2096 }),
  refresh_token: "made-up",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: YEAR_2096,
  user: { id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01" },
};

/** Sessions with which auth-js once crashed the process: expired without a refresh token, or with a user that is no object. */
export const CRASHING_SESSIONS: object[] = [{ access_token: "x", refresh_token: "x" }, WELL_FORMED].flatMap((base) => [
  ...["", null, 0, false].map((refresh_token) => ({ ...base, refresh_token, expires_at: 1 })),
  ...[5, "u", true].map((user) => ({ ...base, expires_at: YEAR_2096, user })),
]);

const oddValue = fc.oneof(
  fc.constantFrom(null, "", 0, -1, 1, false, true, 1e308, YEAR_2096, "u", [], {}, [[]], "a\nb", "\0", "ü", "Bearer x"),
  fc.constantFrom(WELL_FORMED.access_token, "a.b.c", "..", "x".repeat(9000), { id: "" }, { id: 5 }, { id: "x" }),
  fc.constantFrom({ __isUserNotAvailableProxy: true }, { toJSON: 1 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const mixed = fc.record(
  Object.fromEntries(
    Object.entries(WELL_FORMED).map(([name, value]) => [name, fc.oneof(fc.constant(value), oddValue)]),
  ),
  { requiredKeys: [] },
);
const session = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...CRASHING_SESSIONS, WELL_FORMED, { ...WELL_FORMED, expires_at: 1 }) },
  { weight: 4, arbitrary: mixed },
  { weight: 1, arbitrary: oddValue },
);

const ENCODINGS: ((text: string) => string)[] = [
  (text) => `base64-${Buffer.from(text).toString("base64url")}`,
  (text) => `base64-${Buffer.from(text).toString("base64")}`,
  (text) => `base64-${Buffer.from(text, "utf16le").toString("base64url")}`,
  (text) => `base64-base64-${Buffer.from(text).toString("base64url")}`,
  (text) => Buffer.from(text).toString("base64url"),
  (text) => encodeURIComponent(Buffer.from(text).toString()),
  (text) => text.replace(/[^\x20-\x7e]|[;,]/g, ""),
];
const encoded = fc.tuple(session, fc.integer({ min: 0, max: 9 })).map(([value, nth]) => {
  // Most have the encoding that the site reads.
  const encode = ENCODINGS[nth] ?? ENCODINGS[0];
  return encode?.(JSON.stringify(value)) ?? "";
});
const damaged = fc
  .tuple(encoded, fc.nat(), fc.constantFrom("", "%", "%%%", "=", "-", "\u00ff", '"', "A".repeat(3000)))
  .map(([text, at, change]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + change + text.slice(place + 1);
  });
const sessionText = fc.oneof({ weight: 4, arbitrary: encoded }, { weight: 1, arbitrary: damaged });

/** Turns a session's text into cookies: whole, in chunks, with a chunk missing, repeated, or in another order. */
const SHAPES: ((text: string, cut: number) => [name: string, value: string][])[] = [
  (text) => [["", text]],
  (text, cut) => pieces(text, cut),
  (text, cut) => pieces(text, cut).reverse(),
  (text, cut) => pieces(text, cut).slice(1),
  (text, cut) => [["", text.slice(cut)], ...pieces(text, cut)],
  (text, cut) => [["", ""], ...pieces(text, cut)],
  (text, cut) => [...pieces(text, cut), [".7", "x"], [".01", "x"]],
  (text) => [["-code-verifier", text]],
];
function pieces(text: string, cut: number): [string, string][] {
  const size = Math.max(1, Math.ceil(text.length / (1 + (cut % 4))));
  const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [""];
  return parts.map((part, index) => [`.${index}`, part]);
}
const sessionCookies = fc
  .tuple(sessionText, fc.nat(), fc.constantFrom(...SHAPES))
  .map(([text, cut, shape]) => shape(text, cut % (text.length + 1)));

const OTHERS = ["flash", "recovery", "device", "sign-up", "a", "__proto__", "constructor", ""];
const signed = fc.tuple(oddValue, fc.base64String({ maxLength: 43 })).map(([value, signature]) => {
  const text = Buffer.from(JSON.stringify(value)).toString("base64");
  return encodeURIComponent(`${text}.${signature}`);
});
const otherCookie = fc.tuple(
  fc.constantFrom(...OTHERS),
  fc.oneof(signed, encoded, fc.constantFrom("", ".", "..", "%", "%E0%A4%A", '"', "=", "e30=.")),
);

const MAX_HEADER_LENGTH = 14_000;
/** Characters that no header value may have (RFC 9110, 5.5). */
const INVALID_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/g;

/**
 * Returns any Cookie header, for a prefix of cookie names ("" or "__Host-"): sessions of many shapes, encodings and sizes
 * beside other cookies of the site, and random bytes.
 */
export function anyCookieHeader(prefix: string): fc.Arbitrary<string> {
  const listed = fc
    .tuple(fc.option(sessionCookies, { nil: [] }), fc.array(otherCookie, { maxLength: 3 }), fc.boolean())
    .map(([own, others, isLast]) => {
      const ownCookies = own.map(([name, value]) => `${prefix}sb-auth-token${name}=${value}`);
      const otherCookies = others.map(([name, value]) => `${prefix}${name}=${value}`);
      return (isLast ? [...otherCookies, ...ownCookies] : [...ownCookies, ...otherCookies]).join("; ");
    });
  const malformed = fc.string({ unit: anyCharacter, maxLength: 200 }).map((text) => `${prefix}sb-auth-token${text}`);
  return fc
    .oneof({ weight: 9, arbitrary: listed }, { weight: 1, arbitrary: malformed })
    .map((header) => header.replace(INVALID_IN_HEADER, "").trim().slice(0, MAX_HEADER_LENGTH));
}

/** Returns the Cookie header of a session. */
export const headerOf = (prefix: string, session: object) => `${prefix}sb-auth-token=base64-${inBase64(session)}`;

const DOMAIN = "/dashboard/domains/mamamboga.co.ke";
const PAGES = [
  ...["/", "/domains?q=njeri-duka.com", "/contact", "/blog", "/login", "/login/reset", "/profile", "/profile/export"],
  ...["/dashboard", DOMAIN, `${DOMAIN}/dns`, `${DOMAIN}/dns/export`, "/dashboard/orders", "/logout"],
  ...["/auth/confirm?token_hash=x&type=email", "/nowhere", "/robots.txt"],
];

type Visit = { path: string; fields?: [name: string, value: string][] };

/** A GET of a page of each kind, or a POST of a form without input. */
export const anyVisit: fc.Arbitrary<Visit> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...PAGES).map((path) => ({ path })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...FORMS).map(([path, , along = {}]) => ({ path, fields: Object.entries(along) })),
  },
);
