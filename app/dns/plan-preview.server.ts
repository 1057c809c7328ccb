import { createHash } from "node:crypto";
import type { Aside, Change, Plan } from "./change.ts";
import type { ListedChange } from "./job-view.ts";
import { listedRecord } from "./listed-record.ts";
import type { RecordDraft } from "./record.ts";
import { recordVersion } from "./record-version.server.ts";

/** A plan as the page with its button shows it. `version` goes into the form, so that only the changes shown are made. */
export type PlanPreview = { changes: ListedChange[]; asides: Aside[]; version: string };

/**
 * Returns the preview of a plan that was made with placeholders for what the customer is still to type. `words` maps each
 * placeholder to the words that the page shows instead.
 */
export function planPreview(plan: Plan | null, zone: string, words: Record<string, string> = {}): PlanPreview {
  const { changes, asides } = plan ?? { changes: [], asides: [] };
  const listed = (record: RecordDraft | null) => record && listedRecord({ id: "", ...record }, zone);
  const inWords = (draft: RecordDraft | null) => {
    const shown = listed(draft);
    if (!draft || !shown) return null;
    const [name, content] = [shown.name, shown.content].map((text) =>
      Object.entries(words).reduce((said, [placeholder, word]) => said.replaceAll(placeholder, word), text),
    );
    return { ...shown, name: words[draft.name] ?? name ?? "", content: words[draft.content] ?? content ?? "" };
  };
  return {
    changes: changes.map(({ before, after }, id) => ({
      ...{ id, state: "waiting", reason: null },
      ...{ before: listed(before), after: inWords(after) },
    })),
    asides,
    version: planVersion(changes, Object.keys(words)),
  };
}

/** Returns a short hash of changes that does not depend on their order, nor on the values that the customer types. */
export function planVersion(changes: readonly Change[], typed: readonly string[]): string {
  const blank = (text: string) => typed.filter(Boolean).reduce((rest, value) => rest.replaceAll(value, ""), text);
  const after = (draft: RecordDraft | null) =>
    draft && recordVersion({ ...draft, name: blank(draft.name), content: blank(draft.content) });
  const parts = changes.map((change) => [
    change.before && [change.before.id, recordVersion(change.before)],
    after(change.after),
  ]);
  const said = JSON.stringify(parts.map((part) => JSON.stringify(part)).sort());
  return createHash("sha256").update(said).digest("base64url").slice(0, 22);
}
