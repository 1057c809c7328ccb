import { namesWords } from "../../name-list.ts";
import { toDisplayName } from "../display-name.ts";
import type { DnsRecord } from "../record.ts";
import { isRecordType } from "../types.ts";
import { websitePlan, wwwObstacles } from "./website-plan.ts";
import type { WebsiteSetup, WwwChoice } from "./website-setup.ts";

/** What a page asks before it connects `www`: what is in the way, and the answers that are possible. */
export type WwwQuestion = { about: string; options: { value: WwwChoice; label: string }[] };

/**
 * Returns the question about a `www` that has no room for the website; undefined if it has. Without options, only we can
 * remove what is in the way. Source: docs/product.md, "Websites".
 */
export function wwwQuestion(setup: WebsiteSetup, records: readonly DnsRecord[], zone: string): WwwQuestion | undefined {
  const obstacles = wwwObstacles(setup, records, zone);
  if (obstacles.length === 0) return undefined;
  const types = [...new Set(obstacles.map(({ type }) => type))];
  const it = obstacles.length === 1 ? "it" : "them";
  const has = obstacles.length === 1 ? `has ${articleOf(types[0])} record` : `has ${namesWords(types)} records`;
  const canRemove = obstacles.every(({ type }) => isRecordType(type));
  const canLeave =
    setup.addresses.length > 0 && websitePlan({ ...setup, www: "leave" }, records, zone).changes.length > 0;
  const options: WwwQuestion["options"] = [];
  if (canRemove) options.push({ value: "replace", label: `Remove ${it} and connect www` });
  if (canLeave) options.push({ value: "leave", label: `Connect only ${toDisplayName(zone)}` });
  const help = canRemove ? "" : ` Ask us to remove ${it}.`;
  return { about: `www ${has}, which leaves no room for a website.${help}`, options };
}

function articleOf(type = ""): string {
  return `${/^[AEFHILMNORSX]/.test(type) ? "an" : "a"} ${type}`;
}
