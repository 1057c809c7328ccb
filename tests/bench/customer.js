import { randomInt } from "node:crypto";

const PASSWORD = "sandbox-password";
const DOMAINS = { "customer@example.co.ke": "mamamboga.co.ke", "second@example.co.ke": "oumaelectronics.co.ke" };

/** The sandbox's customers. */
export const CUSTOMERS = Object.keys(DOMAINS);

/** A browser of a customer without scripts, from an address of its own, which this header names. */
export function newCustomer(origin, email, addressHeader = "X-Forwarded-For") {
  const jar = new Map();
  const address = `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`;
  let record;

  /** One request, without following redirects. Throws where the site failed. */
  async function ask(path, fields) {
    const headers = { [addressHeader]: address, "Sec-Fetch-Site": "same-origin" };
    if (jar.size > 0) headers.Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = fields && new URLSearchParams(fields);
    const reply = await fetch(`${origin}${path}`, { method: body ? "POST" : "GET", headers, body, redirect: "manual" });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const text = await reply.text();
    if (![200, 303].includes(reply.status)) throw new Error(`${path} answered ${reply.status}.`);
    return text;
  }

  /** The fields of a page's form as they are shown. */
  async function fieldsOn(path, id) {
    const [, form = ""] = new RegExp(`<form[^>]*id="${id}-form"[^>]*>([\\s\\S]*?)</form>`).exec(await ask(path)) ?? [];
    const inputs = [...form.matchAll(/<input([^>]*)>/g)]
      .filter(([, tag]) => !tag.includes('type="checkbox"') || tag.includes(" checked"))
      .map(([, tag]) => [attribute(tag, "name"), attribute(tag, "value")]);
    const selects = [...form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag, options]) => [
      attribute(tag, "name"),
      attribute(/<option([^>]*selected[^>]*)>/.exec(options)?.[1] ?? "", "value"),
    ]);
    return Object.fromEntries([...inputs, ...selects].filter(([name]) => name));
  }

  return {
    /** Names and values of its cookies. */
    cookies: () => [...jar],
    async signIn() {
      jar.clear();
      await ask("/login", { ...(await fieldsOn("/login", "sign-in")), email, password: PASSWORD, cookies: "on" });
    },
    /** Gives the first address record of the domain another address. */
    async editRecord() {
      const dns = `/dashboard/domains/${DOMAINS[email]}/dns`;
      record ??= /\/dns\/([0-9a-f]{32})\/edit"/.exec(await ask(dns))?.[1];
      const fields = await fieldsOn(`${dns}/${record}/edit`, `edit-record-${record}`);
      await ask(`${dns}/${record}/edit`, { ...fields, content: `41.90.${randomInt(256)}.${1 + randomInt(254)}` });
    },
  };
}

function attribute(tag, name) {
  return (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
