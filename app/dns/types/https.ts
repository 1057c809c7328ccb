import { RECORD_CODES } from "#app/domains/record-codes.ts";
import type { TargetRules } from "../target.ts";
import { type Column, nameColumn, numberColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";
import { svcParamsColumn } from "./svc-params.ts";

const TARGET: Omit<TargetRules, "example"> = {
  mayBeNowhere: true,
  notAnAddress:
    'That is an IP address. Type a dot for the name itself, and the address in the settings: ipv4hint="41.90.64.12".',
};

/** The values of HTTPS and SVCB records, by the names of Cloudflare's `data`. */
export const SERVICE_COLUMNS: Readonly<Record<"priority" | "target" | "value", Column>> = {
  priority: numberColumn(["Priority", "1; or 0 for an alias.", "1"], { initial: "1" }),
  target: nameColumn(["Server", "A dot is the name itself.", "."], TARGET),
  value: svcParamsColumn("Settings", "As you were given them; or nothing.", 'alpn="h3,h2"'),
};

/** RFC 9460, section 2.4.2: in alias mode settings are ignored. */
export function serviceWarnings({ priority, value }: Readonly<Record<"priority" | "value", string | number>>) {
  return [priority === 0 && value !== "" && "With the priority 0, which makes it an alias, the settings are ignored."];
}

/**
 * RFC 9460, section 9. The parts are those of Cloudflare's API ("DNS Records for a Zone", `HTTPSRecordData` of cloudflare-go).
 */
export const HTTPS = structuredType({
  type: "HTTPS",
  code: RECORD_CODES.HTTPS,
  label: "HTTPS: connection",
  says: "{name} will tell browsers how to connect: server {target}, priority {priority}",
  columns: SERVICE_COLUMNS,
  main: "target",
  hasTarget: true,
  warnings: serviceWarnings,
});
