import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import type { Result } from "#app/platform/result.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";

const hoursSchema = z.object({ isOpen: z.boolean(), until: z.string() });

/**
 * Creates a function that asks a service whether the office is open, and until when. A failure's message may be shown. Never
 * throws.
 */
export function createOffice({ url }: { url: string }) {
  return (): Promise<Result<z.infer<typeof hoursSchema>>> =>
    requestJson({
      service: "office",
      op: "hours",
      base: url,
      path: [],
      method: "GET",
      schema: hoursSchema,
      fallbackMessage: "We could not ask whether the office is open.",
    });
}

const url = env.addresses.OFFICE_URL;

/** Asks the agency's own service; null if `OFFICE_URL` is empty. */
export const officeHours = url === undefined ? null : createOffice({ url });
