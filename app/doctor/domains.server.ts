import { z } from "zod";
import { successSchema } from "#app/dns/caller.api.server.ts";
import { createPublicDns } from "#app/domains/public-dns.api.server.ts";
import { createWhois } from "#app/domains/whois.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./report.server.ts";
import { DNS_DEADLINES, failureFinding, hostOf, tryCall } from "./try-call.api.server.ts";

/** Domains that always exist (RFC 2606, and the registry's own). */
const [ANY_NAME, KENYAN_NAME] = ["example.com", "kenic.or.ke"];

/** Returns the checks of the domain provider, the DNS provider, the resolvers and the registry. */
export function domainChecks(): Check[] {
  return [
    { name: "domain search", why: "Without it a search says that the name could not be checked.", run: search },
    { name: "domain account", why: "Without it no order can be carried out at once.", run: account },
    { name: "DNS provider", why: "Customers can neither see nor change their DNS without it.", run: zones },
    {
      name: "resolvers",
      why: "They say what the world sees of a domain, and which Kenyan names are in use.",
      run: resolvers,
    },
    { name: "WHOIS of .ke", why: "It tells of an unused Kenyan name whether it is free.", run: whois },
  ];
}

function headersOf(authorization: string): Record<string, string> {
  return authorization ? { Authorization: authorization } : {};
}

async function search(): Promise<Finding> {
  if (!env.registrar) return off("REGISTRAR_URL", "names are answered by the resolvers and by hand");
  const { url, authorization } = env.registrar;
  const { result, why } = await tryCall({
    base: url,
    path: ["v1", "domains", "available"],
    query: { domain: ANY_NAME },
    headers: headersOf(authorization),
    schema: z.object({ available: z.boolean() }),
  });
  if (result.ok) return good(`${hostOf(url)} says whether a name is free.`);
  return accessFinding("REGISTRAR", url, result.status, why, "GoDaddy answers accounts with 50 domains or more.");
}

async function account(): Promise<Finding> {
  if (!env.registrar) return off("REGISTRAR_URL", "a person carries out every order");
  const { url, authorization } = env.registrar;
  const { result, why } = await tryCall({
    base: url,
    path: ["v1", "domains"],
    query: { domain: ANY_NAME },
    headers: headersOf(authorization),
    schema: z.array(z.unknown()),
  });
  if (result.ok) return good(`${hostOf(url)} lets us into the account.`);
  const finding = accessFinding(
    "REGISTRAR",
    url,
    result.status,
    why,
    "It must be a key of the account that buys the domains.",
  );
  // Without ORDERS=direct a person carries out every order, without our key.
  return env.orders.direct ? finding : { ...finding, state: "warning" };
}

/** `service` is the prefix of the settings …_URL and …_AUTH. `hint` is added to the advice if the key was refused. */
function accessFinding(
  service: "REGISTRAR" | "DNS",
  url: string,
  status: number,
  why: Parameters<typeof failureFinding>[2],
  hint: string,
): Finding {
  const isKeyRefused = status === 401 || status === 403;
  const { advice = "", ...finding } = failureFinding(`${service}_${isKeyRefused ? "AUTH" : "URL"}`, url, why, status);
  return { ...finding, advice: isKeyRefused ? `${advice} ${hint}` : advice };
}

const zonesSchema = successSchema(
  z.array(z.object({ id: z.string(), permissions: z.array(z.string()).optional().catch(undefined) })),
);

async function zones(): Promise<Finding> {
  if (!env.dns) return off("DNS_URL", "the pages say where a name's DNS is run, and read it there");
  const { url, authorization, account: id } = env.dns;
  const headers = headersOf(authorization);
  const hint = "The token needs “DNS: Edit” and “Zone: Edit” for the account of DNS_ACCOUNT.";
  const query = { "account.id": id, per_page: "5" };
  const list = await tryCall({ base: url, path: ["zones"], query, headers, schema: zonesSchema });
  if (!list.result.ok) return accessFinding("DNS", url, list.result.status, list.why, hint);
  const [zone] = list.result.value.result;
  if (!zone) return warning("It lets us in, and shows no zone.", `There may be none yet. ${hint}`);
  const path = ["zones", zone.id, "dns_records"];
  const records = await tryCall({ base: url, path, headers, schema: successSchema(z.array(z.unknown())) });
  if (!records.result.ok) return accessFinding("DNS", url, records.result.status, records.why, hint);
  // Not every token may read its permissions.
  const mayWrite = zone.permissions?.some((right) => right.endsWith("dns_records:edit")) ?? true;
  return mayWrite
    ? good(`${hostOf(url)} shows zones and their records.`)
    : bad("The token may read records, and not change them.", hint);
}

async function resolvers(): Promise<Finding> {
  const { lookUp } = createPublicDns({ ...env.publicDns, deadlines: DNS_DEADLINES });
  const replies = await lookUp({ name: ANY_NAME, type: "A" });
  const silent = replies.filter(({ resolution }) => resolution === undefined).map(({ resolver }) => resolver);
  const advice = "See whether this machine may reach them by https, and PUBLIC_DNS_URLS.";
  if (silent.length === 0) return good(`${replies.map(({ resolver }) => resolver).join(" and ")} answer.`);
  const message = `${silent.join(" and ")} ${silent.length > 1 ? "do" : "does"} not answer.`;
  return (silent.length < replies.length ? warning : bad)(message, advice);
}

async function whois(): Promise<Finding> {
  if (!env.keWhois) return off("KE_WHOIS", "a person looks whether a Kenyan name is free");
  const { host, port } = env.keWhois;
  const response = await createWhois({ host, port, deadlineName: "doctorWhois" })(KENYAN_NAME);
  if (response !== undefined) return good(`${host} answers.`);
  return warning(
    `${host} gave no answer at port ${port}; a person looks meanwhile.`,
    "See whether this machine may connect to that port, and whether the registry lets its address ask.",
  );
}
