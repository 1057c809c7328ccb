import settings from "#app/platform/settings.json" with { type: "json" };

/** A secret and its name: a failure message must not repeat the value. */
export type Secret = { name: string; value: string };

/** Shorter secrets are not searched for: they occur in any text. */
const MIN_SECRET_LENGTH = 8;

/** Patterns of secrets that are not among the settings. */
const PATTERNS: [string, RegExp][] = [
  ["a session or a key of the database", /\beyJ[\w-]{10,}\.[\w-]{10,}/],
  ["a secret key of the database", /\bsb_secret_\w{4,}/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a bearer token", /\bBearer [\w.~+/-]{8,}/],
];
const MAILBOX = /[\w.+-](?:@|%40|\\u0040)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i;

/** Returns the secrets among a site's settings, and the password of its mail server. */
export function secretsOf(values: Record<string, string | undefined>): Secret[] {
  return settings.flatMap(({ name, secret }) => {
    const value = secret ? values[name] : undefined;
    if (value === undefined) return [];
    const password = URL.canParse(value) ? decodeURIComponent(new URL(value).password) : "";
    return [
      { name, value },
      { name: `the password of ${name}`, value: password },
    ].filter((one) => one.value.length >= MIN_SECRET_LENGTH);
  });
}

/** Returns which of these secrets are in a text, as they are or encoded. */
export function secretsIn(text: string, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ value }) => encodingsOf(value).some((one) => text.includes(one))).map(({ name }) => name);
}

/** Returns the kinds of secrets that a text contains by their pattern. */
export function keysIn(text: string): string[] {
  return PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
}

/** Returns what a log must not contain: secrets, patterns of secrets, and e-mail addresses. */
export function leaksInLog(text: string, secrets: readonly Secret[]): string[] {
  return [...secretsIn(text, secrets), ...keysIn(text), ...(MAILBOX.test(text) ? ["an e-mail address"] : [])];
}

/** The secrets of each site, by its port. `httpRequest` checks every response for them. */
export const secretsByPort = new Map<number, readonly Secret[]>();

/** Throws if a response from this port contains a secret of its site. */
export function assertNoSecrets(port: number, response: string): void {
  const leaks = secretsIn(response, secretsByPort.get(port) ?? []);
  if (leaks.length > 0) throw new Error(`A response of the site contains ${leaks.join(", ")}.`);
}

/** Returns the keys that a sandbox created for its database, from the text of its secrets.json. */
export function secretsOfSandbox(text: string): Secret[] {
  const { jwtSecret = "", secretKey = "" } = JSON.parse(text);
  return [
    { name: "the database's JWT secret", value: jwtSecret },
    { name: "the database's secret key", value: secretKey },
  ].filter((one) => one.value.length >= MIN_SECRET_LENGTH);
}

const encodings = new Map<string, string[]>();

function encodingsOf(value: string): string[] {
  const all = encodings.get(value) ?? [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ "": value }).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    value.replace(/&/g, "&amp;").replace(/'/g, "&#x27;").replace(/"/g, "&quot;"),
    Buffer.from(value).toString("hex"),
    ...[0, 1, 2].flatMap((before) => base64Within(value, before)),
  ];
  encodings.set(value, all);
  return all;
}

/**
 * Returns base64 and base64url of a value that follows `before` bytes, without the characters that depend on its neighbours.
 */
function base64Within(value: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  const cut = (text: string) =>
    text.replace(/=+$/, "").slice(Math.ceil((before * 8) / 6), bytes.length % 3 ? -1 : undefined);
  return [cut(bytes.toString("base64")), cut(bytes.toString("base64url"))];
}
