import { z } from "zod";
import type { BrandOverrides, ServicePromises } from "../brand.ts";
import type { PaymentWords } from "./payment-words.ts";
import { readProof } from "./proof-settings.ts";
import { isRedis, splitList } from "./setting-values.ts";

type Source = Record<string, string | undefined>;

/** The forms whose bot-check token is verified by the worker that receives the form, unless BOT_CHECK_FORMS says otherwise. */
export const WORKER_FORMS = ["newsletter", "school-interest"];

/** Returns what the settings say of the agency; undefined where a setting is missing. */
export function readBrand(given: Source, payment: PaymentWords): BrandOverrides {
  return {
    name: given.BRAND_NAME,
    email: given.BRAND_EMAIL,
    phone: given.BRAND_PHONE,
    whatsapp: given.BRAND_WHATSAPP,
    hours: given.BRAND_HOURS,
    address: given.BRAND_ADDRESS,
    registration: given.BRAND_REGISTRATION,
    accreditation: given.BRAND_ACCREDITATION,
    answerTime: given.BRAND_ANSWER_TIME,
    hasMpesa: payment.short !== "",
    social: given.BRAND_SOCIAL === undefined ? undefined : splitList(given.BRAND_SOCIAL),
    cpanelLink: given.BRAND_CPANEL_LINK,
    officeLink: given.BRAND_OFFICE_LINK,
  };
}

/** Returns what the settings promise to customers. */
export function readPromises(given: Source, { sentence }: PaymentWords): ServicePromises {
  return {
    answerTime: given.BRAND_ANSWER_TIME ?? "",
    payment: sentence,
    vat: given.BRAND_VAT,
    hosting: (given.BRAND_HOSTING ?? "").split(";").flatMap((part) => part.trim() || []),
    moving: given.BRAND_MOVING,
    moneyBack: given.BRAND_MONEY_BACK,
    ...readProof(given),
  };
}

const port = z.coerce.number().int().min(0).max(65535);
/** The settings of the process, which are the same in the sandbox and on a real site. */
export const processSchema = z.object({
  PORT: port,
  HOST: z.string(),
  DATA_DIR: z.string(),
  SANDBOX_PORT: port.optional(),
  SANDBOX: z.enum(["0", "1"]).optional(),
  SANDBOX_CLOCK: z.iso
    .datetime({ offset: true })
    .or(z.iso.datetime({ offset: true, precision: -1 }))
    .optional(),
  SANDBOX_RULES: z.enum(["0", "1"]).optional(),
  SANDBOX_DEADLINES: z.coerce.number().min(1).max(100),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]),
  METRICS_PORT: port.optional(),
  REDIS_URL: z.string().refine(isRedis).optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10),
  ACCOUNT_REPLY_MS: z.coerce.number().int().min(0).max(5000).optional(),
  CDN: z.enum(["0", "1"]).optional(),
  OFFLINE: z.enum(["0", "1"]).optional(),
  REGISTRAR_CALLS: z.coerce.number().int().min(1).max(100_000),
  AUTH_MAILS: z.coerce.number().int().min(1).max(1_000_000),
  DNS_CALLS: z.coerce.number().int().min(10).max(1_000_000),
  NEWSLETTER_RATE: z.coerce.number().int().min(1).max(6000),
});

/**
 * Returns what providers take from all processes together: calls to the domain provider in a minute, mails of the auth service
 * in an hour, calls to the DNS provider in five minutes. The sandbox's providers take anything.
 */
export function readCeilings(own: z.infer<typeof processSchema>) {
  return { registrarCalls: own.REGISTRAR_CALLS, authMails: own.AUTH_MAILS, dnsCalls: own.DNS_CALLS };
}
