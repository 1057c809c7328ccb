import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { SERVICE_COLUMNS, serviceWarnings } from "./https.ts";
import { structuredType } from "./structured.ts";

/**
 * RFC 9460, section 2. The parts are those of Cloudflare's API ("DNS Records for a Zone", `SVCBRecordData` of cloudflare-go).
 */
export const SVCB = structuredType({
  type: "SVCB",
  code: RECORD_CODES.SVCB,
  label: "SVCB: connection",
  nameField: { hint: "A service, then the name.", example: "_dns" },
  says: "{name} will tell programs how to connect: server {target}, priority {priority}",
  columns: SERVICE_COLUMNS,
  main: "target",
  hasTarget: true,
  warnings: serviceWarnings,
});
