import { z } from "zod";
import { env } from "#app/env.server.ts";
import { successSchema } from "#app/gateways/dns/envelope.server.ts";
import { createPublicDns } from "#app/gateways/public-dns.server.ts";
import { createWhois } from "#app/gateways/whois.server.ts";
import { bad, type Check, type Finding, good, look, off } from "./finding.server.ts";
import { DNS_DEADLINES, hostIn, troubleWith, tryCall } from "./try-call.server.ts";

/** Names that are always there (RFC 2606; the registry's own). */
const [ANY_NAME, KENYAN_NAME] = ["example.com", "kenic.or.ke"];

/** The services that know about domains: the provider that sells them, the one that runs their DNS, resolvers, the registry. */
export function domainChecks(): Check[] {
  return [
    { name: "domain search", why: "Without it a search says that the name could not be checked.", look: search },
    { name: "domain account", why: "Without it no order can be carried out at once.", look: account },
    { name: "DNS provider", why: "Customers can neither see nor change their DNS without it.", look: zones },
    {
      name: "resolvers",
      why: "They say what the world sees of a domain, and which Kenyan names are in use.",
      look: resolvers,
    },
    { name: "WHOIS of .ke", why: "It tells of an unused Kenyan name whether it is free.", look: whois },
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
  if (result.ok) return good(`${hostIn(url)} says whether a name is free.`);
  return letIn("REGISTRAR", url, result.status, why, "GoDaddy answers accounts with 50 domains or more.");
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
  if (result.ok) return good(`${hostIn(url)} lets us into the account.`);
  const finding = letIn("REGISTRAR", url, result.status, why, "It must be a key of the account that buys the domains.");
  // A person carries every order out then, and needs no key of ours.
  return env.orders.direct ? finding : { ...finding, state: "look" };
}

/** `service`: how its settings begin: …_URL and …_AUTH. */
function letIn(
  service: "REGISTRAR" | "DNS",
  url: string,
  status: number,
  why: Parameters<typeof troubleWith>[2],
  hint: string,
): Finding {
  const isOfKey = status === 401 || status === 403;
  const { todo, ...finding } = troubleWith(`${service}_${isOfKey ? "AUTH" : "URL"}`, url, why, status);
  return { ...finding, todo: isOfKey ? `${todo} ${hint}` : (todo ?? "") };
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
  if (!list.result.ok) return letIn("DNS", url, list.result.status, list.why, hint);
  const [zone] = list.result.value.result;
  if (!zone) return look("It lets us in, and shows no zone.", `There may be none yet. ${hint}`);
  const path = ["zones", zone.id, "dns_records"];
  const records = await tryCall({ base: url, path, headers, schema: successSchema(z.array(z.unknown())) });
  if (!records.result.ok) return letIn("DNS", url, records.result.status, records.why, hint);
  // Where it says what the token may do.
  const mayWrite = zone.permissions?.some((right) => right.endsWith("dns_records:edit")) ?? true;
  return mayWrite
    ? good(`${hostIn(url)} shows zones and their records.`)
    : bad("The token may read records, and not change them.", hint);
}

async function resolvers(): Promise<Finding> {
  const { lookUp } = createPublicDns({ ...env.publicDns, deadlines: DNS_DEADLINES });
  const sights = await lookUp({ name: ANY_NAME, type: "A" });
  const silent = sights.filter(({ resolution }) => resolution === undefined).map(({ resolver }) => resolver);
  const todo = "See whether this machine may reach them by https, and PUBLIC_DNS_URLS.";
  if (silent.length === 0) return good(`${sights.map(({ resolver }) => resolver).join(" and ")} answer.`);
  const said = `${silent.join(" and ")} ${silent.length > 1 ? "do" : "does"} not answer.`;
  return (silent.length < sights.length ? look : bad)(said, todo);
}

async function whois(): Promise<Finding> {
  if (!env.keWhois) return off("KE_WHOIS", "a person looks whether a Kenyan name is free");
  const { host, port } = env.keWhois;
  const answer = await createWhois({ host, port, timeoutMs: 5000 })(KENYAN_NAME);
  if (answer !== undefined) return good(`${host} answers.`);
  return look(
    `${host} gave no answer at port ${port}; a person looks meanwhile.`,
    "See whether this machine may connect to that port, and whether the registry lets its address ask.",
  );
}
