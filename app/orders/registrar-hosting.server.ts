import { registrar } from "#app/domains/registrar.api.server.ts";
import { log } from "#app/platform/log.server.ts";
import { cleanMessage } from "#app/platform/upstream/reply.server.ts";
import { claimRegistrarHosting, endRegistrarHosting } from "#app/services/services.table.server.ts";
import { addSiteNote } from "./claims.table.server.ts";

/**
 * Asks the domain provider, once a day for each, how the hosting is that it sets up, until that is not pending any more. Staff
 * read the outcome as a note, or as a problem, and do the rest by hand. Without a readable answer it is asked on the next day.
 * Source: docs/product/services.md, "Services at the desk".
 */
export async function followRegistrarHosting(now: Date, stopped?: AbortSignal): Promise<void> {
  if (!registrar) return;
  for (const { id, provider_ref: ref } of await claimRegistrarHosting(now)) {
    if (stopped?.aborted) return;
    const found = await registrar.findHosting(ref);
    const state = found.ok ? (found.value.status ?? "") : found.status === 404 ? "not there" : "";
    if (state === "" || /^pending/i.test(state)) continue;
    const isReady = /^active$/i.test(state);
    const words = `The domain provider says of its hosting ${ref}: ${cleanMessage(state)}.`;
    if (!(await endRegistrarHosting(id, isReady ? null : words))) continue;
    if (isReady) await addSiteNote({ kind: "service", id }, `${words} Enter the way in.`);
    log.info({ service: id, isReady }, "hosting at the registrar is not pending");
  }
}
