import { toDisplayName } from "#app/domains/display-name.ts";
import { namesWords } from "#app/platform/text/words.ts";
import type { DnsRecord } from "../record.ts";
import { isRecordType } from "../types.ts";
import { websiteObstacles, websitePlan } from "./website-plan.ts";
import type { WebsiteSetup, WwwChoice } from "./website-setup.ts";

/**
 * What a page asks before it connects `www` or a name below. `name`: the name as pages show it. `about`: the sentence that says
 * which records are in the way. `options`: the possible answers; empty if only we can remove these records.
 */
export type WwwQuestion = { name: string; about: string; options: { value: WwwChoice; label: string }[] };

/**
 * Returns the question about a `www`, or a name below, that has no room for the website; undefined if there is room. Source:
 * docs/product/mail-and-website.md, "Websites".
 */
export function wwwQuestion(setup: WebsiteSetup, records: readonly DnsRecord[], zone: string): WwwQuestion | undefined {
  const obstacles = websiteObstacles(setup, records, zone);
  if (obstacles.length === 0) return undefined;
  const types = [...new Set(obstacles.map(({ type }) => type))];
  const it = obstacles.length === 1 ? "it" : "them";
  const has = obstacles.length === 1 ? `has ${articleOf(types[0])} record` : `has ${namesWords(types)} records`;
  const canRemove = obstacles.every(({ type }) => isRecordType(type));
  const name = setup.name === zone ? "www" : toDisplayName(setup.name);
  const canLeave =
    setup.name === zone &&
    setup.addresses.length > 0 &&
    websitePlan({ ...setup, www: "leave" }, records, zone).changes.length > 0;
  const options: WwwQuestion["options"] = [];
  if (canRemove) options.push({ value: "replace", label: `Remove ${it} and connect ${name}` });
  if (canLeave) options.push({ value: "leave", label: `Connect only ${toDisplayName(zone)}` });
  const help = canRemove ? "" : ` Ask us to remove ${it}.`;
  return { name, about: `${name} ${has}, which leaves no room for a website.${help}`, options };
}

function articleOf(type = ""): string {
  return `${/^[AEFHILMNORSX]/.test(type) ? "an" : "a"} ${type}`;
}
