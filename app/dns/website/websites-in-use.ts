import { canonicalName } from "#app/domains/ascii-name.ts";
import type { DnsRecord } from "../record.ts";
import { targetOf } from "../record-identity.ts";
import { ZoneNames } from "../zone-names.ts";
import { recordsAt } from "../zone-records.ts";
import { WEBSITE_PROVIDERS, type WebsitePreset, type WebsiteProvider } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";

const WEB_TYPES = ["A", "AAAA", "CNAME"];

/** Where a provider's website is: at the apex and at `www`, as far as the provider connects them. */
type Places = { apex: boolean; www: boolean };

/**
 * A provider of a website. `inUse`: the words of its badge, which say at which names it is in use; empty if it is not in use.
 */
export type WebsiteOption = { provider: WebsiteProvider; name: string; isInUse: boolean; inUse: string };

/**
 * Returns all website providers, and whether they are in use now: at the domain and `www`, or at a name below. Source:
 * docs/product/mail-and-website.md, "Websites".
 */
export function websiteChoices(records: readonly DnsRecord[], zone: string, name = zone): WebsiteOption[] {
  const isBelow = canonicalName(name) !== canonicalName(zone);
  const site = new CurrentSite(records, canonicalName(name));
  const uses = WEBSITE_PROVIDERS.map((provider) => [provider, site.placesOf(WEBSITE_PRESETS[provider])] as const);
  const isKnown = uses.some(([, { apex, www }]) => apex || www);
  return uses.map(([provider, use]) => {
    const { apex, www } = provider === "address" && !isKnown ? site.ownServer() : use;
    const isWhole = isBelow ? apex : www && (apex || WEBSITE_PRESETS[provider].isWwwOnly === true);
    const inUse = isWhole ? "in use" : apex ? "in use, but not at www" : www ? "in use, only at www" : "";
    return { provider, name: WEBSITE_PRESETS[provider].name, isInUse: inUse !== "", inUse };
  });
}

/** The records that visitors of a name, usually the apex, and of its `www` are led by, those of a wildcard included. */
class CurrentSite {
  readonly #apex: DnsRecord[];
  readonly #www: DnsRecord[];

  constructor(
    records: readonly DnsRecord[],
    readonly zone: string,
  ) {
    const names = new ZoneNames(records);
    const [apex, www] = [zone, `www.${zone}`].map((name) =>
      recordsAt(names.wildcardFor(name) ?? name, records).filter(({ type }) => WEB_TYPES.includes(type)),
    );
    this.#apex = apex ?? [];
    this.#www = www ?? [];
  }

  placesOf({ addresses, alias, ending, knownBy, note }: WebsitePreset): Places {
    const isNamed = (record: DnsRecord) => {
      const target = targetOf(record) ?? "";
      return target === alias || (ending !== undefined && target.endsWith(ending)) || knownBy?.test(target) === true;
    };
    const isTheirs = (record: DnsRecord) => addresses.includes(record.content) || isNamed(record);
    const hasNote = note !== undefined && this.#apex.some(({ comment }) => comment === note);
    const apex = hasNote || (this.#apex.length > 0 && this.#apex.every(isTheirs));
    const www = (this.#www.length > 0 && this.#www.every(isTheirs)) || (apex && this.#isWwwAtApex);
    // The addresses of some providers differ between customers, so they are known by the target of `www` alone.
    const isKnownByWww = addresses.length === 0 && (ending !== undefined || knownBy !== undefined);
    return { apex: apex || (www && isKnownByWww && this.#apex.some(({ type }) => type === "A")), www };
  }

  /** Where the customer's own server is in use, if no provider's is. */
  ownServer(): Places {
    const apex = this.#apex.some(({ type }) => type === "A");
    return { apex, www: apex && this.#isWwwAtApex };
  }

  /** Whether visitors of `www` get to the server of the apex. */
  get #isWwwAtApex(): boolean {
    const ofApex = this.#apex.map(({ content }) => content);
    return (
      this.#www.length > 0 &&
      this.#www.every((record) => targetOf(record) === this.zone || ofApex.includes(record.content))
    );
  }
}
