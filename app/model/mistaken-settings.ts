import { splitList } from "./setting-values.ts";

type Given = Record<string, string | undefined>;

/** Settings of the brand that become links of every page. */
const LINKS = ["BRAND_SOCIAL", "BRAND_CPANEL_LINK", "BRAND_OFFICE_LINK"];

/**
 * Values that look right and are not, each as a name and in brackets what it must be: quotation marks (`docker run --env-file`
 * takes them for a part of the value), a link that is no https address, and an API's address in place of the project's.
 */
export function mistakenSettings(given: Given): string[] {
  const names = (isMistaken: (value: string) => boolean, of = Object.keys(given)) =>
    of.filter((name) => isMistaken(given[name] ?? ""));
  return [
    ...names(isQuoted).map((name) => `${name} (without quotation marks)`),
    ...names((value) => !isQuoted(value) && !splitList(value).every(isHttps), LINKS).map(
      (name) => `${name} (https addresses alone)`,
    ),
    ...names(isApiAddress, ["SUPABASE_URL"]).map(
      (name) => `${name} (the project's own address, https://<project>.supabase.co, with nothing behind it)`,
    ),
  ];
}

function isQuoted(value: string): boolean {
  return /^(["']).*\1$/.test(value);
}

function isHttps(link: string): boolean {
  return URL.canParse(link) && new URL(link).protocol === "https:";
}

/** An address of one of the project's services, or of its page in the console. */
function isApiAddress(value: string): boolean {
  return /\/(rest|auth|storage|realtime|functions|graphql)\/v1\/?$|^https:\/\/supabase\.com\//.test(value);
}
