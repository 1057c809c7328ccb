import { canonicalName } from "#app/domains/ascii-name.ts";
import type { RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";

/** Types by which visitors and mail find a server. */
const ADDRESS_TYPES = ["A", "AAAA", "CNAME"];
const ROOT = "";

/**
 * The names of a zone, as a name server finds them: a name exists if it or a name below it has a record, and a wildcard
 * answers only for names that do not exist. Source: RFC 4592, sections 2.2.1 to 3.3.1.
 */
export class ZoneNames {
  readonly #withAddress = new Set<string>();
  readonly #owners = new Set<string>();
  readonly #existing = new Set([ROOT]);
  readonly #targets = new Set<string>();

  constructor(records: readonly RecordDraft[]) {
    for (const record of records) {
      const owner = canonicalName(record.name);
      this.#owners.add(owner);
      if (ADDRESS_TYPES.includes(record.type)) this.#withAddress.add(owner);
      for (let name = owner; !this.#existing.has(name); name = parentOf(name)) this.#existing.add(name);
      const target = targetOf(record);
      if (target !== undefined) this.#targets.add(target);
    }
  }

  /** All names that exist or that records point to. */
  get known(): string[] {
    return [...new Set([...this.#existing, ...this.#targets])];
  }

  exists(name: string): boolean {
    return this.#existing.has(name);
  }

  /** Returns the wildcard that answers for a name; undefined if none does. */
  wildcardFor(name: string): string | undefined {
    if (this.#existing.has(name)) return undefined;
    let encloser = parentOf(name);
    while (!this.#existing.has(encloser)) encloser = parentOf(encloser);
    const wildcard = `*.${encloser}`;
    return this.#owners.has(wildcard) ? wildcard : undefined;
  }

  /** Whether a name has an A, AAAA or CNAME record, its own or a wildcard's. */
  hasAddress(name: string): boolean {
    return this.#withAddress.has(this.wildcardFor(name) ?? name);
  }
}

function parentOf(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? ROOT : name.slice(dot + 1);
}

/** Whether a name may be a host's. Names with an underscore label are not. RFC 8552, section 1.1. */
function isHost(name: string): boolean {
  return !/(^|\.)_/.test(name);
}

/** A name, and the wildcard that answers for it; undefined if it has records of its own. */
type Covered = { name: string; wildcard: string | undefined };

/** Returns the host names that had an address and have none afterwards, with the wildcard that answered for them. */
export function lostAddresses(before: readonly RecordDraft[], after: readonly RecordDraft[]): Covered[] {
  const [had, has] = [new ZoneNames(before), new ZoneNames(after)];
  return [...new Set([...had.known, ...has.known])]
    .filter((name) => isHost(name) && had.hasAddress(name) && !has.hasAddress(name))
    .map((name) => ({ name, wildcard: had.wildcardFor(name) }));
}

/** Returns the host names that had no address and get one from a wildcard, because they no longer exist. */
export function newlyCovered(before: readonly RecordDraft[], after: readonly RecordDraft[]) {
  const [had, has] = [new ZoneNames(before), new ZoneNames(after)];
  return had.known
    .filter((name) => isHost(name) && had.exists(name) && !had.hasAddress(name) && has.hasAddress(name))
    .flatMap((name) => {
      const wildcard = has.wildcardFor(name);
      return wildcard === undefined ? [] : [{ name, wildcard }];
    });
}
