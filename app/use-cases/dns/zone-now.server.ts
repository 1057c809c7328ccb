import type { RecordList } from "#app/gateways/dns/list.server.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { FormResult } from "#app/model/form-result.ts";
import { dnsFormLimit } from "./dns-limit.server.ts";
import { listOnce, NOT_WHOLE, type OwnZone } from "./zone-list.server.ts";

/**
 * The records of a zone as they are now, for a form that is right and wants to change it. The customer's allowance comes
 * before the list, because the list is asked for upstream. `isEnough` says whether a list that may not be whole will do.
 * Source: docs/product.md, "Changes of a zone" and "Limits".
 */
export async function zoneNow(
  { account, domain, visit }: OwnZone,
  isEnough: (list: RecordList) => boolean,
): Promise<FormResult<DnsRecord[]>> {
  const tooOften = await dnsFormLimit(account.id);
  if (tooOften) return { ok: false, errors: tooOften };
  const list = await listOnce(visit, domain.zoneId);
  if (!list.ok) return { ok: false, errors: { message: list.message, status: 503 } };
  if (!isEnough(list.value)) return { ok: false, errors: { message: NOT_WHOLE, status: 503 } };
  return { ok: true, value: list.value.records };
}
