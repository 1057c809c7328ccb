import type { FindingCode, Severity } from "./health-rules.ts";

/** What can be done about a finding: a plan that we make, a record to change, a record to add, or a provider to set up. */
export type Fix =
  | { kind: "plan"; label: string }
  | { kind: "edit"; label: string; record: string }
  | { kind: "add"; label: string; type: string }
  | { kind: "preset"; label: string };

/** What a check has found, in plain words; `severity` where it is not the rule's. */
export type FindingDraft = { code: FindingCode; words: string; severity?: Severity; fix?: Fix };

/** The same with what its rule says. */
export type Finding = FindingDraft & { severity: Severity; title: string; source: string; checked: string };
