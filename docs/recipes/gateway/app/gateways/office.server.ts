import { z } from "zod";
import { env } from "#app/env.server.ts";
import type { Result } from "#app/model/result.ts";
import { requestJson } from "./request-json.server.ts";

const hoursSchema = z.object({ isOpen: z.boolean(), until: z.string() });

/** Asks one service whether the office is open, and until when. Never throws: a refusal's message may be shown. */
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

/** The agency's own office; see createOffice. Null where it has not said where to ask. */
export const officeHours = url === undefined ? null : createOffice({ url });
