/** A line of app/settings.json, as far as it says what has to be there. */
type Setting = {
  name: string;
  required?: boolean;
  /** Not required where all of these are there. */
  unless?: string[];
  /** Where it is there it makes no sense without these. */
  needs?: string[];
};
type Given = Record<string, string | undefined>;

/** Hosts that let nobody in without a key, and the setting that has it. Elsewhere a proxy may add it. */
const KEYED = [
  ["REGISTRAR_URL", /(^|\.)godaddy\.com$/, "REGISTRAR_AUTH"],
  ["DNS_URL", /(^|\.)cloudflare\.com$/, "DNS_AUTH"],
] as const;

/**
 * The names of the settings that a real site lacks: those without which there is none, and those without which another that is
 * there could not work. Source: docs/going-live.md, "The settings".
 */
export function missingSettings(settings: readonly Setting[], given: Given): string[] {
  const isGiven = (name: string) => Boolean(given[name]);
  const always = settings.filter(({ required, unless }) => required && !unless?.every(isGiven)).map(({ name }) => name);
  const besides = settings.flatMap(({ name, needs = [] }) => (isGiven(name) ? needs : []));
  const keys = KEYED.flatMap(([url, host, key]) => (host.test(hostOf(given[url])) ? key : []));
  const direct = given.ORDERS === "direct" ? ["ORDERS_DAILY_KSH", "REGISTRAR_URL"] : [];
  const wanted = new Set([...always, ...besides, ...keys, ...direct]);
  return settings.map(({ name }) => name).filter((name) => wanted.has(name) && !isGiven(name));
}

function hostOf(address = ""): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}
