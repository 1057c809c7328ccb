import { z } from "zod";
import { log } from "#app/platform/log.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { type DeadlineName, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import type { DnsCaller, DnsProvider } from "./caller.api.server.ts";
import { type DnsResult, explain } from "./failure.server.ts";
import type { DnsRecord } from "./record.ts";
import { recordSchema } from "./wire-record.server.ts";

/**
 * A zone is one call, which counts once towards the provider's limit for all zones, and its records are those of one moment.
 * Cloudflare allows up to 5,000,000 a page, and its largest plan holds 3,500 records in a zone. Source: Cloudflare API, "List
 * DNS Records".
 */
const PER_PAGE = 5000;
const MAX_PAGES = 7;
const MOST_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 3;

const LIST_FAILED = "Failed to fetch DNS records";

/** Records of a zone. `isComplete` is false if there are more, or they changed while they were read. */
export type RecordList = { records: DnsRecord[]; isComplete: boolean };

const pageSchema = z.object({
  success: z.literal(true),
  result: z.array(z.unknown()),
  result_info: z
    .object({ total_pages: z.number().int().min(0), total_count: z.number().int().min(0) })
    .optional()
    .catch(undefined),
});
type Page = z.infer<typeof pageSchema>;

/** Returns all records of a zone of every type. Fails with 'Failed to fetch DNS records' or a known message. */
export async function listRecords({ call }: DnsProvider, zoneId: string): Promise<DnsResult<RecordList>> {
  const list = await readList(call, zoneId, "dnsList");
  return list.ok ? list : explain(list, LIST_FAILED);
}

/**
 * Reads all records of a zone within a deadline. The first page has the number of pages; the others are read three at a
 * time. Entries without id, type or name are left out and logged.
 */
export async function readList(call: DnsCaller, zoneId: string, limit: DeadlineName): Promise<Result<RecordList>> {
  const end = performance.now() + deadlineMs(limit);
  const readPage = (page: number) => {
    const left = Math.max(end - performance.now(), 1);
    return call({
      op: "list",
      method: "GET",
      path: ["zones", zoneId, "dns_records"],
      query: { page: String(page), per_page: String(PER_PAGE) },
      schema: pageSchema,
      mostBytes: MOST_BYTES,
      fallbackMessage: LIST_FAILED,
      deadlines: { attempt: Math.min(deadlineMs("dnsAttempt"), left), total: left },
    });
  };

  const first = await readPage(1);
  if (!first.ok) return first;
  const pages = [first.value];
  const total = first.value.result_info?.total_pages ?? 1;
  const last = Math.min(total, MAX_PAGES);
  for (let next = 2; next <= last; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - next + 1) }, (_, index) => next + index);
    for (const page of await Promise.all(numbers.map(readPage))) {
      if (!page.ok) return page;
      pages.push(page.value);
    }
  }
  // Without a page count, a full page may not be the last.
  const mayBeMore = !first.value.result_info && first.value.result.length >= PER_PAGE;
  return success(gather(pages, mayBeMore || total > last));
}

function gather(pages: Page[], isCut: boolean): RecordList {
  const entries = pages.flatMap(({ result }) => result);
  const read = entries.flatMap((entry) => recordSchema.safeParse(entry).data ?? []);
  if (read.length < entries.length) log.warn({ dns: { odd: entries.length - read.length } }, "odd records left out");
  // A record that moves to the next page between two calls appears twice, and another may be missing.
  const records = [...new Map(read.map((record) => [record.id, record])).values()];
  const counts = new Set(pages.map(({ result_info }) => result_info?.total_count));
  const [count = entries.length] = counts;
  const isSteady = counts.size === 1 && count === records.length + (entries.length - read.length);
  return { records, isComplete: !isCut && isSteady };
}
