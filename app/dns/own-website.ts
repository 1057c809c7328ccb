import { cleanInput } from "#app/platform/text/clean-line.ts";

/** What panels show in place of an address: GoDaddy's Parked, WebsiteBuilder Site, Forwarded, and words like them. */
const OWN_WEBSITE = /^(?=[a-z +&-]+$).*(?:park|forward|redirect|site|builder|coming soon)/i;
const GODADDY = /^(?:parked|forwarded|website ?builder.*|websites.*)$/i;

/**
 * Returns an error message if the value of an address record is a provider's word for its own website; the message says what to
 * type instead. Undefined for other values. Not part of the browser's code.
 */
export function ownWebsiteProblem(type: string, value = ""): string | undefined {
  const text = cleanInput(value);
  if ((type !== "A" && type !== "AAAA") || !OWN_WEBSITE.test(text)) return undefined;
  const whose = GODADDY.test(text) ? "GoDaddy" : "the old provider";
  const example = type === "A" ? "41.90.64.12" : "2c0f:fe38:2405::12";
  return `“${text}” is not an address: it stands for the website that ${whose} made. Type the address of your own website instead, such as ${example}. Without a website, leave this record out.`;
}
