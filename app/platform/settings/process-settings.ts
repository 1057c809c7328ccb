import { z } from "zod";
import { isRedis } from "./setting-values.ts";

const port = z.coerce.number().int().min(0).max(65535);
/** The settings of the process, which are the same in the sandbox and on a real site. */
export const processSchema = z.object({
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
  NEWSLETTER_RATE: z.coerce.number().int().min(1).max(6000),
});
