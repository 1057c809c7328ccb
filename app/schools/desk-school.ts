import { STAGES, type Stage } from "#app/desk/school-stages.ts";

/** The stages by the name of a filter. Without one the list has the schools that somebody still works on. */
export const STAGE_FILTERS: Record<string, { label: string; stages: readonly Stage[] }> = {
  "": { label: "Open", stages: ["new", "called", "visited"] },
  ...Object.fromEntries(STAGES.map(({ value, label }) => [value, { label, stages: [value] }])),
  all: { label: "All", stages: STAGES.map(({ value }) => value) },
};

/** Returns the filter of a page's query, and its name; an unknown one is the first. */
export function stageFilter(params: URLSearchParams) {
  const name = params.get("stage") ?? "";
  const known = Object.hasOwn(STAGE_FILTERS, name) ? name : "";
  return { name: known, stages: STAGE_FILTERS[known]?.stages ?? [] };
}

/** A school whose address is confirmed. `nextOn` is a day, such as 2026-12-02. */
export type SchoolLead = {
  id: string;
  name: string;
  email: string;
  phone: string;
  phoneE164: string | null;
  school: string;
  role: string;
  studentCount: string;
  interest: string;
  wantsNews: boolean;
  createdAt: string;
  stage: Stage;
  nextOn: string | null;
};

/** What the form showed, so that it changes only what somebody has changed in it: "called|2026-12-02". */
export function shownState({ stage, nextOn }: Pick<SchoolLead, "stage" | "nextOn">): string {
  return `${stage}|${nextOn ?? ""}`;
}
