import { isMailbox } from "../text/one-line.ts";
import { mistakenProof } from "./proof-settings.ts";
import { isHttps, splitList } from "./setting-values.ts";

/** The parts of an entry of app/platform/settings.json that say what is required. */
type Setting = {
  name: string;
  required?: boolean;
  /** Not required if all of these are set. */
  unless?: string[];
  /** If this setting is set, these are required too. */
  needs?: string[];
};
type Values = Record<string, string | undefined>;

/** Hosts that require a key, and the key's setting. For other hosts a proxy may add the key. */
const KEYED = [
  ["REGISTRAR_URL", /(^|\.)godaddy\.com$/, "REGISTRAR_AUTH"],
  ["DNS_URL", /(^|\.)cloudflare\.com$/, "DNS_AUTH"],
] as const;

/**
 * Returns the names of missing settings of a real site: required ones, and those that another setting needs. Source:
 * docs/going-live.md, "The settings".
 */
export function missingSettings(settings: readonly Setting[], given: Values): string[] {
  const isGiven = (name: string) => Boolean(given[name]);
  const always = settings.filter(({ required, unless }) => required && !unless?.every(isGiven)).map(({ name }) => name);
  const needed = settings.flatMap(({ name, needs = [] }) => (isGiven(name) ? needs : []));
  const keys = KEYED.flatMap(([url, host, key]) => (host.test(hostOf(given[url])) ? key : []));
  const direct = given.ORDERS === "direct" ? ["ORDERS_DAILY_KSH", "REGISTRAR_URL"] : [];
  const hosting = { whm: ["WHM_URL"], registrar: ["REGISTRAR_URL"] }[given.HOSTING ?? ""] ?? [];
  const wanted = new Set([...always, ...needed, ...keys, ...direct, ...hosting]);
  return settings.map(({ name }) => name).filter((name) => wanted.has(name) && !isGiven(name));
}

function hostOf(address = ""): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/** Brand settings that become links on every page. */
const LINKS = ["BRAND_SOCIAL", "BRAND_CPANEL_LINK", "BRAND_OFFICE_LINK"];

/**
 * Returns settings with wrong values, each as its name with the correction in brackets: quotation marks (`docker run
 * --env-file` keeps them), a link that is not https, a malformed e-mail address or phone number, and an API URL instead of the
 * project's.
 */
export function mistakenSettings(given: Values): string[] {
  const names = (isWrong: (value: string) => boolean, of = Object.keys(given)) =>
    of.filter((name) => isWrong(given[name] ?? ""));
  return [
    ...names(isQuoted).map((name) => `${name} (without quotation marks)`),
    ...names((value) => !isQuoted(value) && !splitList(value).every(isHttps), LINKS).map(
      (name) => `${name} (https addresses alone)`,
    ),
    ...names((value) => value !== "" && !isMailbox(value), ["BRAND_EMAIL"]).map(
      (name) => `${name} (one e-mail address)`,
    ),
    ...names((value) => value !== "" && !isPhone(value), ["BRAND_PHONE"]).map(
      (name) => `${name} (one phone number, as people dial it)`,
    ),
    ...names((value) => value !== "" && !isPhoneWithCountry(value), ["BRAND_WHATSAPP"]).map(
      (name) => `${name} (one phone number with its country code, +254 …)`,
    ),
    ...names((value) => isUsedPort(value, given), ["METRICS_PORT"]).map(
      (name) => `${name} (a port that nothing else uses)`,
    ),
    ...mistakenProof(given),
    ...names(isApiAddress, ["SUPABASE_URL"]).map(
      (name) => `${name} (the project's own address, https://<project>.supabase.co, with nothing behind it)`,
    ),
  ];
}

/** Whether the site or, in the sandbox, the fake providers listen on this port. 0 is any free port. */
function isUsedPort(value: string, { PORT, SANDBOX_PORT }: Values): boolean {
  return (
    value !== "" && Number(value) !== 0 && [PORT, SANDBOX_PORT].some((port) => port && Number(port) === Number(value))
  );
}

/** Whether a text is one phone number, which becomes the link that calls it. ITU-T E.164: at most 15 digits. */
function isPhone(text: string): boolean {
  return /^\+?[\d ().-]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ""));
}

function isPhoneWithCountry(text: string): boolean {
  return text.startsWith("+") && isPhone(text);
}

function isQuoted(value: string): boolean {
  return /^(["']).*\1$/.test(value);
}

/** Matches the URL of one of the project's services, or of its page in the console. */
function isApiAddress(value: string): boolean {
  return /\/(rest|auth|storage|realtime|functions|graphql)\/v1\/?$|^https:\/\/supabase\.com\//.test(value);
}

/** Minimum length of APP_SECRET. A shorter secret gets no other message. */
export const SHORTEST_SECRET = 32;

/** 32 random hexadecimal digits practically always have at least this many different ones. */
const DIFFERENT_CHARACTERS = 8;

/**
 * Returns unsafe settings, each as its name with the correction in brackets: secrets that can be guessed, swapped keys, and
 * passwords that would be sent unencrypted. Source: docs/going-live.md, "The settings".
 */
export function unsafeSettings(given: Values): string[] {
  const addresses = Object.entries(given).filter(([name]) => /^PUBLIC_ORIGIN$|_URLS?$/.test(name));
  const open = addresses.filter(([, text = ""]) => text.split(",").some(isUnencrypted));
  const withPassword = addresses.filter(([, text = ""]) => text.split(",").some(hasPassword));
  const { APP_SECRET = "", SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = given;
  return [
    ...open.map(([name, text = ""]) => {
      const scheme = text.startsWith("redis") ? "redis" : "http";
      return `${name} (${scheme}s, because ${scheme} can be read on the way)`;
    }),
    ...withPassword.map(
      ([name]) => `${name} (without user and password: no call is made with them, and the log would have them)`,
    ),
    ...(APP_SECRET.length >= SHORTEST_SECRET && new Set(APP_SECRET).size < DIFFERENT_CHARACTERS
      ? ["APP_SECRET (random characters)"]
      : []),
    ...(isSecretKey(SUPABASE_PUBLISHABLE_KEY)
      ? [
          "SUPABASE_PUBLISHABLE_KEY (this is the secret one, which opens everything: change it at Supabase if it was in use)",
        ]
      : []),
    ...(isPublicKey(SUPABASE_SECRET_KEY) ? ["SUPABASE_SECRET_KEY (this is the public one)"] : []),
  ];
}

/** Matches http and redis URLs, except those of this machine. */
function isUnencrypted(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, hostname } = new URL(text.trim());
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)) return false;
  // A host without a dot is a container on the same network; no host on the internet is.
  return protocol === "http:" || (protocol === "redis:" && !/^[a-z][a-z0-9_-]*$/i.test(hostname));
}

/** Matches URLs with credentials, which fetch rejects and repeats in its error (Fetch, "Request constructor"). */
function hasPassword(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, username, password } = new URL(text.trim());
  return /^https?:$/.test(protocol) && username + password !== "";
}

/** Supabase's keys: sb_publishable_… and sb_secret_…, and older JWTs with a role. */
export function isSecretKey(key: string): boolean {
  return key.startsWith("sb_secret_") || roleIn(key) === "service_role";
}

export function isPublicKey(key: string): boolean {
  return key.startsWith("sb_publishable_") || roleIn(key) === "anon";
}

function roleIn(key: string): unknown {
  try {
    return JSON.parse(atob((key.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).role;
  } catch {
    return undefined;
  }
}

/** Thrown if a setting is missing or cannot be used. Its message is the one sentence to print. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** Throws the sentence about settings that cannot be used, if there are any. */
export function refuseSettings(wrong: readonly string[]): void {
  if (wrong.length > 0)
    throw new SettingsError(`These settings cannot be used: ${wrong.join(", ")}. See .env.example.`);
}

/**
 * Runs `read`. Adds the names of variables without effect (`unknown`) to its SettingsError: one of them may be meant for the
 * missing setting.
 */
export function namingUnknown<T>(unknown: readonly string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError) || unknown.length === 0) throw error;
    throw new SettingsError(`${error.message} Names without effect: ${unknown.join(", ")}.`);
  }
}
