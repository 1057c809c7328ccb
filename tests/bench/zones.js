import { brotliCompressSync } from "node:zlib";
import { median } from "./median.js";
import { startSite } from "./processes.js";

const SIZES = [10, 100, 1000];
/** A zone of the demo customer without records. */
const ZONE = "fundiwaviatu.co.ke";
const DNS = `/dashboard/domains/${ZONE}/dns`;

/**
 * What zones of 10, 100 and 1,000 records cost: the milliseconds (median) until their list, the list filtered, the
 * difference to a file of the same size and its preview have come whole, and how many bytes the list has.
 */
export async function measureZones({ entry, settings, folder, rounds }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/zones.log` });
  const customer = await signIn(site);
  const figures = [];
  for (const size of SIZES) {
    const plan = await customer.import(fileOf(size), "exact");
    const preview = await customer.time(plan, rounds);
    await customer.carryOut(plan);
    const list = await customer.time(DNS, rounds);
    const filtered = await customer.time(`${DNS}?q=tawi7`, rounds);
    const difference = median(await times(rounds, () => customer.import(fileOf(size), "exact")));
    figures.push({ size, preview: preview.ms, list: list.ms, filtered: filtered.ms, difference, bytes: list.bytes });
  }
  await site.stop();
  return { zones: figures };
}

const fileOf = (size) =>
  Array.from({ length: size }, (_, n) => `tawi${n} 3600 IN A 41.90.64.${(n % 250) + 1}`).join("\n");

async function times(rounds, work) {
  const taken = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

/** The demo customer, as a browser without scripts. */
async function signIn({ origin }) {
  const post = (path, fields, headers = {}) =>
    fetch(origin + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "Sec-Fetch-Site": "same-origin", ...headers },
      redirect: "manual",
    });
  const form = await (await fetch(`${origin}/login`)).text();
  const [, stamp] = /id="sign-in-form"[\s\S]*?name="stamp" value="([^"]+)"/.exec(form);
  const fields = { email: "customer@example.co.ke", password: "sandbox-password", website_2: "", stamp, cookies: "on" };
  const reply = await post("/login", fields);
  const session = reply.headers.getSetCookie().filter((cookie) => cookie.startsWith("sb-"));
  const headers = { Cookie: session.map((cookie) => cookie.split(";", 1)[0]).join("; ") };
  const press = async (path, fields) => {
    const { status, headers: answered } = await post(path, fields, headers);
    if (status !== 303) throw new Error(`${path} answered ${status}.`);
    return new URL(answered.get("Location"), origin).pathname;
  };
  const read = async (path) => (await fetch(origin + path, { headers })).text();
  return {
    import: (text, mode) => press(`${DNS}/import`, { text, mode }),
    async carryOut(plan) {
      await press(plan, { intent: "apply" });
      while ((await read(plan)).includes('value="continue"')) await press(plan, { intent: "continue" });
    },
    async time(path, rounds) {
      const ms = median(await times(rounds, () => read(path)));
      return { ms, bytes: brotliCompressSync(await read(path)).length };
    },
  };
}
