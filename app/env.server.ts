import { z } from "zod";
import { readBrand, readPromises } from "./model/brand-settings.ts";
import { missingSettings, mistakenSettings, SHORTEST_SECRET, unsafeSettings } from "./model/check-settings.ts";
import {
  isDomainName,
  isHost,
  isHttp,
  isRedis,
  originOf,
  readSmtpUrl,
  type SmtpUrl,
  splitList,
  withoutTrailingSlash,
} from "./model/setting-values.ts";
import settings from "./settings.json" with { type: "json" };

/** A setting is missing or cannot be used: its message is the one sentence to print. */
class SettingsError extends Error {
  override name = "SettingsError";
}

type Source = Record<string, string | undefined>;

const port = z.coerce.number().int().min(0).max(65535);
const processSchema = z.object({
  PORT: port,
  HOST: z.string(),
  DATA_DIR: z.string(),
  SANDBOX_PORT: port.optional(),
  SANDBOX: z.enum(["0", "1"]).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]),
  METRICS_PORT: port.optional(),
  REDIS_URL: z.string().refine(isRedis).optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10),
  ACCOUNT_REPLY_MS: z.coerce.number().int().min(0).max(5000).optional(),
  CDN: z.enum(["0", "1"]).optional(),
});

/** Reads and checks settings. Throws SettingsError with one sentence that names everything missing or wrong. */
export function readEnv(source: Source) {
  const given: Source = {};
  for (const setting of settings) given[setting.name] = source[setting.name]?.trim() || setting.default;

  refuse(mistakenSettings(given));
  const parsed = processSchema.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new SettingsError(`These settings have a value that cannot be used: ${names.join(", ")}. See .env.example.`);
  }
  const own = parsed.data;
  const isSandbox = own.SANDBOX !== "0" && settings.every(({ service, name }) => !service || !source[name]?.trim());
  const common = {
    port: own.PORT,
    host: own.HOST,
    dataDir: own.DATA_DIR,
    sandboxPort: own.SANDBOX_PORT ?? own.PORT + 1,
    logLevel: own.LOG_LEVEL,
    metricsPort: own.METRICS_PORT,
    redisUrl: own.REDIS_URL,
    trustedProxies: own.TRUSTED_PROXIES,
    accountReplyMs: own.ACCOUNT_REPLY_MS ?? (isSandbox ? SANDBOX_REPLY_MS : REAL_REPLY_MS),
    isBehindCdn: own.CDN === "1",
    promises: readPromises(given),
    brand: readBrand(given),
  };
  return isSandbox
    ? { ...common, ...sandboxServices(common), isOpenSandbox: own.SANDBOX === "1" }
    : { ...common, ...realServices(given), isOpenSandbox: false };
}

/** Longer than the auth service usually takes to hand a mail over; in the sandbox, to hash a password. */
const [REAL_REPLY_MS, SANDBOX_REPLY_MS] = [2000, 400];

/** Ten years of a .ai name are above it, so that a tester can see that too. */
const SANDBOX_DAILY_KSH = 140_000;

function sandboxServices({ port, sandboxPort }: { port: number; sandboxPort: number }): Services {
  const mocks = `http://127.0.0.1:${sandboxPort}`;
  return {
    isSandbox: true,
    origin: `http://127.0.0.1:${port}`,
    appSecret: "the sandbox has nothing to protect",
    // The keys are created with the data folder, and filled in when the database opens.
    supabase: { url: mocks, publishableKey: "", secretKey: "" },
    registrar: { url: `${mocks}/proxy/godaddy`, authorization: "" },
    dns: { url: `${mocks}/proxy/cloudflare`, authorization: "", account: "5a0d0000000000000000000000000acc" },
    publicDns: {
      urls: [`${mocks}/public-dns/google/resolve`, `${mocks}/public-dns/cloudflare/dns-query`],
      nameServers: ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"],
    },
    keWhois: { host: "127.0.0.1", port: sandboxPort },
    // Messages to the agency are mails here, as they are where CONTACT_URL is not set.
    addresses: Object.fromEntries(
      settings.flatMap(({ name, mock }) => (mock && name !== "CONTACT_URL" ? [[name, `${mocks}${mock}`]] : [])),
    ),
    images: { origins: [mocks], isOnThisComputer: true },
    // The port and the allowed origin are filled in when the mock server starts.
    smtp: { host: "127.0.0.1", port: sandboxPort, isSecure: false, auth: undefined },
    mail: null,
    newsletter: null,
    strideMail: null,
    workerKey: undefined,
    botCheck: {
      url: `${mocks}/bot-check`,
      secret: "",
      siteKey: "sandbox",
      script: `${mocks}/turnstile/v0/api.js`,
      forms: [],
    },
    orders: { direct: /^direct-/, dailyKsh: SANDBOX_DAILY_KSH },
  };
}

function realServices(given: Source): Services {
  const missing = missingSettings(settings, given);
  if (missing.length > 0) {
    throw new SettingsError(`These settings are missing: ${missing.join(", ")}. See .env.example.`);
  }
  const wrong: string[] = [];
  const isGiven = (name: string) => Boolean(given[name]);
  const text = (name: string) => given[name] ?? "";
  const url = (name: string) => {
    if (!isHttp(text(name))) wrong.push(`${name} (an http or https address)`);
    return withoutTrailingSlash(text(name));
  };
  /** A service that has its address, and what else it is called with. */
  const service = <More extends object>(name: string, more: More) =>
    isGiven(name) ? { url: url(name), ...more } : null;
  const list = (name: string) => splitList(text(name));
  const origin = url("PUBLIC_ORIGIN");
  if (wrong.length === 0 && new URL(origin).origin !== origin) wrong.push("PUBLIC_ORIGIN (scheme and host only)");
  if (text("APP_SECRET").length < SHORTEST_SECRET) wrong.push(`APP_SECRET (at least ${SHORTEST_SECRET} characters)`);
  if (!/^(review|direct)$/.test(text("ORDERS"))) wrong.push("ORDERS (review or direct)");
  if (!/^([1-9]\d{0,8})?$/.test(text("ORDERS_DAILY_KSH"))) wrong.push("ORDERS_DAILY_KSH (whole shillings above 0)");
  const resolvers = list("PUBLIC_DNS_URLS");
  if (resolvers.length !== 2 || !resolvers.every(isHttp)) wrong.push("PUBLIC_DNS_URLS (two http or https addresses)");
  const nameServers = list("DNS_NAME_SERVERS").map((name) => name.toLowerCase().replace(/\.$/, ""));
  if (!nameServers.every(isDomainName)) wrong.push("DNS_NAME_SERVERS (names with commas between)");
  const whois = /^([a-z0-9.-]{1,253}):(\d{1,5})$/i.exec(text("KE_WHOIS"));
  if (text("KE_WHOIS") !== "" && (!whois || Number(whois[2]) > 65535))
    wrong.push("KE_WHOIS (a host and a port, host:43)");
  const imageHosts = list("IMAGE_HOSTS");
  if (!imageHosts.every(isHost)) wrong.push("IMAGE_HOSTS (hosts with commas between)");
  const forms = list("BOT_CHECK_FORMS");
  if (!forms.every((form) => WORKER_FORMS.includes(form))) wrong.push(`BOT_CHECK_FORMS (${WORKER_FORMS.join(", ")})`);
  const smtp = isGiven("SMTP_URL") ? readSmtpUrl(text("SMTP_URL")) : null;
  if (smtp === undefined) wrong.push("SMTP_URL (smtp://user:password@host:587, or smtps://)");
  const services: Services = {
    isSandbox: false,
    origin,
    appSecret: text("APP_SECRET"),
    supabase: {
      url: url("SUPABASE_URL"),
      publishableKey: text("SUPABASE_PUBLISHABLE_KEY"),
      secretKey: text("SUPABASE_SECRET_KEY"),
    },
    registrar: service("REGISTRAR_URL", { authorization: text("REGISTRAR_AUTH") }),
    dns: service("DNS_URL", { authorization: text("DNS_AUTH"), account: text("DNS_ACCOUNT") }),
    publicDns: { urls: resolvers.map(withoutTrailingSlash), nameServers },
    keWhois: whois && { host: whois[1] ?? "", port: Number(whois[2]) },
    addresses: Object.fromEntries(
      settings.flatMap(({ name, mock }) => (mock && isGiven(name) ? [[name, url(name)]] : [])),
    ),
    images: { origins: imageHosts.filter(isHost).map(originOf), isOnThisComputer: false },
    smtp: smtp ?? null,
    mail: service("MAIL_URL", { key: text("MAIL_KEY") }),
    newsletter: service("NEWSLETTER_URL", {}),
    strideMail: service("STRIDE_MAIL_URL", {}),
    workerKey: text("WORKER_KEY") || undefined,
    botCheck: {
      url: service("BOT_CHECK_URL", {})?.url,
      secret: text("TURNSTILE_SECRET"),
      siteKey: isGiven("BOT_CHECK_URL") || isGiven("TURNSTILE_SECRET") ? text("BOT_CHECK_SITE_KEY") : "",
      script: url("BOT_CHECK_SCRIPT"),
      forms,
    },
    orders: { direct: text("ORDERS") === "direct" ? /^/ : null, dailyKsh: Number(text("ORDERS_DAILY_KSH")) },
  };
  refuse([...wrong, ...unsafeSettings(given)]);
  return services;
}

/** Throws the sentence about settings that cannot be used, if there are any. */
function refuse(wrong: string[]): void {
  if (wrong.length > 0)
    throw new SettingsError(`These settings cannot be used: ${wrong.join(", ")}. See .env.example.`);
}

/** The forms whose token is spent by the worker they are for, unless BOT_CHECK_FORMS says otherwise. */
const WORKER_FORMS = ["newsletter", "school-interest"];

type Services = {
  isSandbox: boolean;
  /** The site's own origin, without a slash at the end. */
  origin: string;
  appSecret: string;
  supabase: { url: string; publishableKey: string; secretKey: string };
  /** The domain provider; null: names are looked up at the public resolvers, and people do the rest. */
  registrar: { url: string; authorization: string } | null;
  /** The DNS provider; null: a name's DNS is read where the world sees it, and changed elsewhere. */
  dns: { url: string; authorization: string; account: string } | null;
  /** Two public resolvers; and our name servers, in lower case without a dot at the end, if the agency has said them. */
  publicDns: { urls: string[]; nameServers: string[] };
  /** The registry of the Kenyan names; null: it is not asked. */
  keWhois: { host: string; port: number } | null;
  /**
   * Of the services that have no other setting and are there, by the setting's name. `mock`, beside the setting in
   * settings.json, is where the fake providers have it.
   */
  addresses: Record<string, string>;
  /** Where pictures may be fetched from; in the sandbox from this computer, where a real site never goes. */
  images: { origins: string[]; isOnThisComputer: boolean };
  /** The server by which the site sends by itself what none of the services is there for. */
  smtp: SmtpUrl | null;
  /** Where mails of our own go; the key is shown to it. */
  mail: { url: string; key: string } | null;
  newsletter: { url: string } | null;
  strideMail: { url: string } | null;
  /** Shown to the two workers above for people who have confirmed by mail; without it they wait. */
  workerKey: string | undefined;
  /**
   * Its worker, or the secret by which we ask Turnstile ourselves; without either no site key, and no form has a widget.
   * `forms`: those whose token this server spends itself, beside signing in and up.
   */
  botCheck: { url: string | undefined; secret: string; siteKey: string; script: string; forms: string[] };
  /** `direct`: the names whose orders are carried out at once; null when a person carries out every one. */
  orders: { direct: RegExp | null; dailyKsh: number };
};

type Env = ReturnType<typeof readEnv>;

/**
 * The settings of this process, read once. The only module that reads the environment.
 *
 * Two modes (docs/product.md, "Two modes"): with no service setting at all it is the sandbox, whose outside world is the
 * mock providers on SANDBOX_PORT, its database among them; with one or more, or SANDBOX=0, it is real and every
 * required setting must be there.
 */
export const env: Env = readEnv(process.env);
