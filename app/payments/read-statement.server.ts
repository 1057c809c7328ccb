import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { success } from "#app/platform/result.ts";
import { pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import { issueReceipts, issuerOf } from "./issue-receipts.server.ts";
import { sellerLines } from "./receipt-words.ts";
import { readStatementRows } from "./statement.table.server.ts";
import { readYear, statementWords, yearSpan } from "./statement-words.ts";

/**
 * Returns what a customer's statement shows, of the year and from the line that a URL names. Issues the receipts that are due
 * first. `supabase`: the customer's own client, or that of the server for the desk. Source: docs/product/payments.md,
 * "Statements".
 */
export async function readStatement(supabase: Supabase, userId: string, search: URLSearchParams) {
  const now = nowDate();
  const year = readYear(search.get("year"), now);
  const after = readPageKey(search.get("after"), "text");
  const issued = await issueReceipts();
  if (!issued.ok) return issued;
  const rows = await readStatementRows(supabase, userId, { ...yearSpan(year), after });
  if (!rows.ok) return rows;
  const { next, ...statement } = statementWords(rows.value, year, now);
  return success({
    statement,
    from: sellerLines(issuerOf([]).seller),
    isLater: after !== undefined,
    /** The query of the page with the next lines; null at the end of the year. */
    more: next ? `?${new URLSearchParams({ year: String(year), after: pageKeyText(next) })}` : null,
  });
}

export type Statement = Extract<Awaited<ReturnType<typeof readStatement>>, { ok: true }>["value"];
