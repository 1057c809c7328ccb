import settings from "#app/settings.json" with { type: "json" };

/** A secret and its name: a failure message must not repeat the value. */
export type Secret = { name: string; value: string };

/** Shorter values occur in any text. */
const SHORTEST = 8;

/** Patterns of secrets, whatever their origin. */
const KINDS: [string, RegExp][] = [
  ["a session or a key of the database", /\beyJ[\w-]{10,}\.[\w-]{10,}/],
  ["a secret key of the database", /\bsb_secret_\w{4,}/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a bearer token", /\bBearer [\w.~+/-]{8,}/],
];
const MAILBOX = /[\w.+-](?:@|%40|\\u0040)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i;

/** Returns the secrets among a site's settings, and the password of its mail server. */
export function secretsOf(given: Record<string, string | undefined>): Secret[] {
  return settings.flatMap(({ name, secret }) => {
    const value = secret ? given[name] : undefined;
    if (value === undefined) return [];
    const password = URL.canParse(value) ? decodeURIComponent(new URL(value).password) : "";
    return [
      { name, value },
      { name: `the password of ${name}`, value: password },
    ].filter((one) => one.value.length >= SHORTEST);
  });
}

/** Returns which of these secrets are in a text, as they are or encoded. */
export function secretsIn(text: string, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ value }) => spellings(value).some((one) => text.includes(one))).map(({ name }) => name);
}

/** Returns the kinds of secrets that a text contains by their pattern. */
export function keysIn(text: string): string[] {
  return KINDS.filter(([, looks]) => looks.test(text)).map(([kind]) => kind);
}

/** Returns what a log must not contain: secrets, patterns of secrets, and e-mail addresses. */
export function leaksInLog(text: string, secrets: readonly Secret[]): string[] {
  return [...secretsIn(text, secrets), ...keysIn(text), ...(MAILBOX.test(text) ? ["an e-mail address"] : [])];
}

const guarded = new Map<number, readonly Secret[]>();

/** Makes a response from this port that contains one of these secrets fail its test. */
export function guard(port: number, secrets: readonly Secret[]): void {
  guarded.set(port, secrets);
}

/** Throws if a response contains a secret of its site. */
export function refuseLeaks(port: number, reply: string): void {
  const leaks = secretsIn(reply, guarded.get(port) ?? []);
  if (leaks.length > 0) throw new Error(`A reply of the site holds ${leaks.join(", ")}.`);
}

/** Returns the keys that a sandbox created for its database, from its file. */
export function secretsOfFolder(text: string): Secret[] {
  const { jwtSecret = "", secretKey = "" } = JSON.parse(text);
  return [
    { name: "the database's JWT secret", value: jwtSecret },
    { name: "the database's secret key", value: secretKey },
  ].filter((one) => one.value.length >= SHORTEST);
}

const spelled = new Map<string, string[]>();

function spellings(value: string): string[] {
  const known = spelled.get(value) ?? [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ "": value }).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    value.replace(/&/g, "&amp;").replace(/'/g, "&#x27;").replace(/"/g, "&quot;"),
    Buffer.from(value).toString("hex"),
    ...[0, 1, 2].flatMap((before) => base64Within(value, before)),
  ];
  spelled.set(value, known);
  return known;
}

/**
 * Returns the base64 of a value inside a longer text, at an offset of a group of three bytes, without the characters that its
 * neighbours decide.
 */
function base64Within(value: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  const cut = (text: string) =>
    text.replace(/=+$/, "").slice(Math.ceil((before * 8) / 6), bytes.length % 3 ? -1 : undefined);
  const [plain, forAddresses] = [bytes.toString("base64"), bytes.toString("base64url")];
  return [cut(plain), cut(forAddresses)];
}
