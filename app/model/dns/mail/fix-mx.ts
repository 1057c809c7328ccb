import type { DesiredRecord } from "../diff-zone.ts";
import { AUTO_TTL, type DnsRecord } from "../record.ts";
import { canonicalContent } from "../record-identity.ts";
import { canonicalName } from "../record-name.ts";
import { recordsAt } from "../zone-records.ts";
import { isIpAddress, proxiedNames } from "./health-mx.ts";
import type { MailZone } from "./mail-zone.ts";

/** Names whose visitors need the CDN: mail gets a name of its own beside them. */
const WEB_NAMES = ["", "www."];

/** Puts what a CNAME leads to in the place of the CNAME, where mail goes to one. */
export function replaceMxAliases(mail: MailZone): DesiredRecord[] {
  const targets = new Map(
    mail.servers.flatMap((record): [DnsRecord, string][] => {
      const target = behind(canonicalName(record.content), mail);
      return target === undefined ? [] : [[record, target]];
    }),
  );
  return mail.records.map((record) => ({ ...record, content: targets.get(record) ?? record.content }));
}

/** Takes the servers of mail out of the CDN; where the website has the same name, mail gets a name of its own. */
export function unproxyMailServers(mail: MailZone): DesiredRecord[] | undefined {
  const hosts = mail.servers.filter((record) => !isIpAddress(record)).map(({ content }) => canonicalName(content));
  const proxied = hosts.filter((host) => mail.hostState(host) === "proxied");
  const web = WEB_NAMES.map((label) => `${label}${mail.zone}`);
  const shared = proxied.filter((host) => web.includes(host));
  const own = withoutCdn(
    mail,
    proxied.filter((host) => !web.includes(host)),
  );
  const [host] = shared;
  if (host === undefined) return own;
  const name = `mail.${mail.zone}`;
  const added = ownName(name, host, mail);
  return added && [...own.map((record) => movedTo(name, record, shared, mail)), ...added];
}

/** Takes the names that mail programs ask for out of the CDN. */
export function unproxyMailPrograms(mail: MailZone): DesiredRecord[] {
  return withoutCdn(mail, proxiedNames(mail));
}

/** The addresses of a host under another name: none if they are there already, undefined if something else is. */
function ownName(name: string, host: string, mail: MailZone): DesiredRecord[] | undefined {
  const addresses = mail.addresses(host);
  const there = recordsAt(name, mail.records);
  if (addresses.length === 0) return undefined;
  if (there.length === 0)
    return addresses.map(({ type, content }) => ({ type, name, content, ttl: AUTO_TTL, proxied: false }));
  const has = (wanted: DnsRecord) =>
    there.some((record) => !record.proxied && canonicalContent(record) === canonicalContent(wanted));
  return addresses.every(has) ? [] : undefined;
}

function movedTo(name: string, record: DesiredRecord, hosts: readonly string[], { servers }: MailZone): DesiredRecord {
  const isServer = servers.some(({ id }) => id === record.id) && hosts.includes(canonicalName(record.content));
  return isServer ? { ...record, content: name } : record;
}

function withoutCdn({ records }: MailZone, names: readonly string[]): DnsRecord[] {
  return records.map((record) => (names.includes(canonicalName(record.name)) ? { ...record, proxied: false } : record));
}

/** What a name leads to in the end, if it is a CNAME of this zone and does not lead to itself. */
function behind(host: string, mail: MailZone): string | undefined {
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
