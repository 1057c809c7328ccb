import { canonicalName } from "#app/domains/ascii-name.ts";
import type { DesiredRecord } from "../diff-zone.ts";
import { AUTO_TTL, type DnsRecord } from "../record.ts";
import { canonicalContent } from "../record-identity.ts";
import { recordsAt } from "../zone-records.ts";
import { isIpAddress, proxiedNames } from "./health-mx.ts";
import type { MailZone } from "./mail-zone.ts";

/** Names whose website may need the CDN. Mail gets its own name beside them. */
const WEB_NAMES = ["", "www."];

/** Replaces each MX target that is a CNAME by the name that the CNAME leads to. */
export function replaceMxAliases(mail: MailZone): DesiredRecord[] {
  const targets = new Map(
    mail.servers.flatMap((record): [DnsRecord, string][] => {
      const target = resolveAlias(canonicalName(record.content), mail);
      return target === undefined ? [] : [[record, target]];
    }),
  );
  return mail.records.map((record) => ({ ...record, content: targets.get(record) ?? record.content }));
}

/**
 * Turns the CDN off for mail servers. A mail server that shares its name with the website gets the name `mail` instead.
 * Returns undefined if that name is in use, or if a wildcard answers for the server.
 */
export function unproxyMailServers(mail: MailZone): DesiredRecord[] | undefined {
  const hosts = mail.servers.filter((record) => !isIpAddress(record)).map(({ content }) => canonicalName(content));
  const proxied = hosts.filter((host) => mail.hostState(host) === "proxied");
  // The wildcard that answers for such a host may also answer for websites.
  if (proxied.some((host) => recordsAt(host, mail.records).length === 0)) return undefined;
  const web = WEB_NAMES.map((label) => `${label}${mail.domain}`);
  const shared = proxied.filter((host) => web.includes(host));
  const own = unproxied(
    mail,
    proxied.filter((host) => !web.includes(host)),
  );
  const [host] = shared;
  if (host === undefined) return own;
  const name = `mail.${mail.domain}`;
  const added = copyAddresses(name, host, mail);
  return added && [...own.map((record) => retargeted(name, record, shared, mail)), ...added];
}

/** Turns the CDN off for the names that mail programs use. */
export function unproxyMailPrograms(mail: MailZone): DesiredRecord[] {
  return unproxied(mail, proxiedNames(mail));
}

/**
 * The host's address records under another name. Empty if they exist already; undefined if the name has other records.
 */
function copyAddresses(name: string, host: string, mail: MailZone): DesiredRecord[] | undefined {
  const addresses = mail.addresses(host);
  const existing = recordsAt(name, mail.records);
  if (addresses.length === 0) return undefined;
  if (existing.length === 0)
    return addresses.map(({ type, content }) => ({ type, name, content, ttl: AUTO_TTL, proxied: false }));
  const has = (desired: DnsRecord) =>
    existing.some((record) => !record.proxied && canonicalContent(record) === canonicalContent(desired));
  return addresses.every(has) ? [] : undefined;
}

function retargeted(
  name: string,
  record: DesiredRecord,
  hosts: readonly string[],
  { servers }: MailZone,
): DesiredRecord {
  const isServer = servers.some(({ id }) => id === record.id) && hosts.includes(canonicalName(record.content));
  return isServer ? { ...record, content: name } : record;
}

function unproxied({ records }: MailZone, names: readonly string[]): DnsRecord[] {
  return records.map((record) => (names.includes(canonicalName(record.name)) ? { ...record, proxied: false } : record));
}

/** The name at the end of a chain of CNAMEs in this zone; undefined for a loop or an unusable name. */
function resolveAlias(host: string, mail: MailZone): string | undefined {
  const seen = [host];
  let name = host;
  while (mail.hostState(name) === "alias") {
    const alias = recordsAt(name, mail.records).find(({ type }) => type === "CNAME");
    if (!alias) return undefined;
    name = canonicalName(alias.content);
    if (seen.includes(name)) return undefined;
    seen.push(name);
  }
  return name === host || ["missing", "proxied"].includes(mail.hostState(name)) ? undefined : name;
}
