import {
  missingSettings,
  mistakenSettings,
  namingUnknown,
  refuseSettings,
  SettingsError,
  SHORTEST_SECRET,
  unsafeSettings,
} from "./settings/check-settings.ts";
import { processSchema, readBrand, readCeilings, readPromises, WORKER_FORMS } from "./settings/common-settings.ts";
import * as payments from "./settings/mpesa-settings.ts";
import {
  isDomainName,
  isHost,
  isHttp,
  originOf,
  readHostPort,
  readSmtpUrl,
  type SmtpUrl,
  splitList,
  withoutTrailingSlash,
} from "./settings/setting-values.ts";
import { readStaff } from "./settings/staff.ts";
import { unknownSettings } from "./settings/unknown-settings.ts";
import * as whm from "./settings/whm-settings.ts";
import settings from "./settings.json" with { type: "json" };
import { isMailbox } from "./text/one-line.ts";

type Source = Record<string, string | undefined>;

/** Reads and checks settings. Throws SettingsError with one sentence that names everything missing or wrong. */
export function readEnv(source: Source) {
  const names = settings.map(({ name }) => name);
  const unknown = unknownSettings(names, source);
  return namingUnknown(unknown, () => readKnown(source, unknown));
}

function readKnown(source: Source, unknown: string[]) {
  const given: Source = {};
  for (const setting of settings) given[setting.name] = source[setting.name]?.trim() || setting.default;

  refuseSettings([mistakenSettings, payments.mistakenPaymentSettings, whm.mistakenWhm].flatMap((one) => one(given)));
  const parsed = processSchema.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new SettingsError(`These settings have a value that cannot be used: ${names.join(", ")}. See .env.example.`);
  }
  const own = parsed.data;
  const isSandbox = own.SANDBOX !== "0" && settings.every(({ service, name }) => !service || !source[name]?.trim());
  const payment = payments.readPaymentWords(given, source.BRAND_PAYMENT, isSandbox);
  const common = {
    port: own.PORT,
    host: own.HOST,
    dataDir: own.DATA_DIR,
    sandboxPort: own.SANDBOX_PORT ?? own.PORT + 1,
    logLevel: own.LOG_LEVEL,
    metricsPort: own.METRICS_PORT,
    redisUrl: own.REDIS_URL,
    trustedProxies: own.TRUSTED_PROXIES,
    // Longer than the auth service usually takes to send a mail or, in the sandbox, to hash a password.
    accountReplyMs: own.ACCOUNT_REPLY_MS ?? (isSandbox ? 400 : 2000),
    isBehindCdn: own.CDN === "1",
    /** Whether browsers may keep public/offline.js. */
    hasOfflineWorker: own.OFFLINE !== "0",
    /** Whether rules apply that would make tests of the sandbox slow. A real site always applies them. */
    keepsSandboxRules: !isSandbox || own.SANDBOX_RULES === "1",
    ceilings: readCeilings(own),
    /** How many mails of a newsletter issue are sent in a minute, by all processes together. */
    newsletterRate: own.NEWSLETTER_RATE,
    payment,
    promises: readPromises(given, payment),
    brand: readBrand(given, payment),
    ...readStaff(given.STAFF, isSandbox),
    ...{ tax: payments.readTax(given), bankAccount: given.BRAND_BANK },
    /** Whether a payment that was entered by hand counts only when a second member of staff has confirmed it. */
    needsWitness: given.PAYMENTS_WITNESS !== "0",
    /** Variables that look like settings and have no effect, with the setting that may be meant. */
    unknownSettings: unknown,
  };
  return isSandbox
    ? {
        ...{ ...common, ...sandboxServices(common, given), isOpenSandbox: own.SANDBOX === "1" },
        sandboxDeadlines: own.SANDBOX_DEADLINES,
      }
    : { ...common, ...realServices(given), isOpenSandbox: false, sandboxDeadlines: 1 };
}

function sandboxServices({ port, sandboxPort }: { port: number; sandboxPort: number }, given: Source): Services {
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
    // In the sandbox, messages to the agency are mails, as on a site without CONTACT_URL.
    addresses: Object.fromEntries(
      settings.flatMap(({ name, mock }) => (mock && name !== "CONTACT_URL" ? [[name, `${mocks}${mock}`]] : [])),
    ),
    images: { origins: [mocks], isOnThisComputer: true },
    // The port and the allowed origin are filled in when the mock server starts.
    smtp: { host: "127.0.0.1", port: sandboxPort, isSecure: false, auth: undefined },
    ...{ mail: null, newsletter: null, strideMail: null },
    workerKey: undefined,
    botCheck: {
      url: `${mocks}/bot-check`,
      secret: "",
      siteKey: "sandbox",
      script: `${mocks}/turnstile/v0/api.js`,
      forms: [],
    },
    // Ten years of a .ai name cost more than this, so testers can reach the limit.
    orders: { direct: /^direct-/, dailyKsh: 140_000 },
    mpesa: payments.takesMpesa(given, true) ? payments.sandboxMpesa(mocks) : null,
    ...{ whm: whm.sandboxWhm(mocks, given), hosting: whm.sandboxHosting(given) },
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
  /** Returns the URL of a service with its other settings, or null if its URL is not set. */
  const service = <More extends object>(name: string, more: More) =>
    isGiven(name) ? { url: url(name), ...more } : null;
  const list = (name: string) => splitList(text(name));
  const origin = url("PUBLIC_ORIGIN");
  if (wrong.length === 0 && new URL(origin).origin !== origin) wrong.push("PUBLIC_ORIGIN (scheme and host only)");
  if (!list("STAFF").every((one) => isMailbox(one.replace(/:read$/i, "")))) {
    wrong.push("STAFF (e-mail addresses with commas between, each with :read after it or not)");
  }
  if (text("APP_SECRET").length < SHORTEST_SECRET) wrong.push(`APP_SECRET (at least ${SHORTEST_SECRET} characters)`);
  if (!/^(review|direct)$/.test(text("ORDERS"))) wrong.push("ORDERS (review or direct)");
  if (!/^([1-9]\d{0,8})?$/.test(text("ORDERS_DAILY_KSH"))) wrong.push("ORDERS_DAILY_KSH (whole shillings above 0)");
  const resolvers = list("PUBLIC_DNS_URLS");
  if (resolvers.length !== 2 || !resolvers.every(isHttp)) wrong.push("PUBLIC_DNS_URLS (two http or https addresses)");
  const nameServers = list("DNS_NAME_SERVERS").map((name) => name.toLowerCase().replace(/\.$/, ""));
  if (!nameServers.every(isDomainName)) wrong.push("DNS_NAME_SERVERS (names with commas between)");
  const keWhois = isGiven("KE_WHOIS") ? readHostPort(text("KE_WHOIS")) : null;
  if (keWhois === undefined) wrong.push("KE_WHOIS (a host and a port, host:43)");
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
    keWhois: keWhois ?? null,
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
    ...{ mpesa: payments.readMpesa(given), whm: whm.readWhm(given), hosting: whm.readHosting(given) },
  };
  refuseSettings([...wrong, ...unsafeSettings(given)]);
  return services;
}

type Services = {
  isSandbox: boolean;
  /** The origin of the site, without a slash at the end. */
  origin: string;
  appSecret: string;
  supabase: { url: string; publishableKey: string; secretKey: string };
  /** The domain provider. If null, names are looked up at the public resolvers, and people do the rest. */
  registrar: { url: string; authorization: string } | null;
  /** The DNS provider. If null, the DNS of a domain is read from the public resolvers and cannot be changed here. */
  dns: { url: string; authorization: string; account: string } | null;
  /** Two public resolvers, and the name servers of our zones if set, in lower case without a dot at the end. */
  publicDns: { urls: string[]; nameServers: string[] };
  /** The WHOIS server of the Kenyan registry. If null, it is not asked. */
  keWhois: { host: string; port: number } | null;
  /**
   * The URLs of configured services that need no key, by the name of the setting. `mock` in settings.json is the path of the
   * service in the sandbox.
   */
  addresses: Record<string, string>;
  /** Where pictures may be fetched from. Only the sandbox may fetch them from this computer. */
  images: { origins: string[]; isOnThisComputer: boolean };
  /** The server by which the site sends the mails for which no service is configured. */
  smtp: SmtpUrl | null;
  /** The mail service, which gets the mails that the site writes. The key is sent with each. */
  mail: { url: string; key: string } | null;
  newsletter: { url: string } | null;
  strideMail: { url: string } | null;
  /** Proves to the two workers above that a person has confirmed by mail. If it is not set, such people wait. */
  workerKey: string | undefined;
  /**
   * The worker that verifies tokens, or the secret with which this server asks Turnstile. If neither is set, `siteKey` is empty
   * and no form has a widget. `forms`: the forms, beside sign-in and sign-up, whose token this server verifies.
   */
  botCheck: { url: string | undefined; secret: string; siteKey: string; script: string; forms: string[] };
  /** `direct`: the names whose orders are carried out at once; null if a person carries out every order. */
  orders: { direct: RegExp | null; dailyKsh: number };
  mpesa: payments.MpesaSettings | null;
  whm: whm.WhmSettings | null;
  hosting: whm.HostingWay;
};

type Env = ReturnType<typeof readEnv>;

/**
 * The settings of this process, read once. No other module reads the environment.
 *
 * There are two modes (docs/product/site.md, "Two modes"). If no setting of a service is set, the site is the sandbox,
 * whose database and providers are fakes on SANDBOX_PORT. If such a setting is set, or SANDBOX=0, the site is real and needs
 * every required setting.
 */
export const env: Env = readEnv(process.env);
