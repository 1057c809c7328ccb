type Given = Record<string, string | undefined>;

/** The fewest characters of APP_SECRET; of a shorter one nothing else is said. */
export const SHORTEST_SECRET = 32;

/** As many different characters as 32 random ones in hexadecimal have, all but never fewer. */
const DIFFERENT_CHARACTERS = 8;

/**
 * What a real site must not start with although it could, each as a name and in brackets what it must be: secrets that can be
 * guessed, keys in each other's place, and passwords that would travel where others can read them. Source: docs/going-live.md,
 * "The settings".
 */
export function unsafeSettings(given: Given): string[] {
  const addresses = Object.entries(given).filter(([name]) => /^PUBLIC_ORIGIN$|_URLS?$/.test(name));
  const open = addresses.filter(([, text = ""]) => text.split(",").some(isReadOnTheWay));
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

/** http and redis, but to this computer. */
function isReadOnTheWay(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, hostname } = new URL(text.trim());
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)) return false;
  // What is called by one word is beside us in a network of containers; no name of the internet has no dot.
  return protocol === "http:" || (protocol === "redis:" && !/^[a-z][a-z0-9_-]*$/i.test(hostname));
}

/** Whether somebody signs in by the address itself, which fetch refuses and repeats (Fetch, "Request constructor"). */
function hasPassword(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, username, password } = new URL(text.trim());
  return /^https?:$/.test(protocol) && username + password !== "";
}

/** Supabase's keys: sb_publishable_… and sb_secret_…, and the older JWTs, whose middle part names a role. */
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
