import { httpRequest, newVisitor, postForm } from "../resilience/request.ts";
import type { Site } from "../resilience/run-site.ts";
import { signedIn } from "./weigh.ts";

const WORDS = "www mail api shop duka blog cdn app m img vpn pos crm dev test".split(" ");

/** Returns one line of a zone file. All lines differ, and the types are mixed as in a shop's zone. */
function lineAt(place: number): string {
  const name = `${WORDS[place % WORDS.length]}${place}`;
  switch (place % 10) {
    case 3:
      return `${name} 3600 IN CNAME ${WORDS[(place * 7) % WORDS.length]}.host-${place}.example.net.`;
    case 5:
      return `${name} 3600 IN TXT "v=spf1 include:_spf.google.com include:servers.mcsv.net ip4:41.90.${place}.9 ~all"`;
    case 7:
      return `${name} 300 IN MX 10 mx${place % 4}.zoho.com.`;
    case 8:
      return `${name} 3600 IN AAAA 2001:db8:${place.toString(16)}::${(place * 31).toString(16)}`;
    default:
      return `${name} 3600 IN A 41.90.64.${place + 1}`;
  }
}

/** Replaces all records of a zone of the sandbox's first customer. Returns the path of the list of records. */
export async function fillZone(site: Site, zone: string, records: number): Promise<string> {
  const list = `/dashboard/domains/${zone}/dns`;
  const headers = { ...newVisitor(), ...(await signedIn(site)) };
  const text = Array.from({ length: records }, (_, place) => lineAt(place)).join("\n");
  const plan = String((await postForm(site, `${list}/import`, { text, mode: "exact" }, headers)).headers.location);
  let intent = "apply";
  do {
    await postForm(site, plan, { intent }, headers);
    intent = "continue";
  } while ((await httpRequest(site, plan, { headers })).text.includes(`value="${intent}"`));
  return list;
}
