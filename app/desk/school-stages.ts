/** How far our talks with a school are. Any stage may follow any other. */
export const STAGES = [
  { value: "new", label: "New" },
  { value: "called", label: "Called" },
  { value: "visited", label: "Visited" },
  { value: "won", label: "Won" },
  { value: "lost", label: "Lost" },
] as const;
export type Stage = (typeof STAGES)[number]["value"];

export function stageLabel(stage: unknown): string {
  return STAGES.find(({ value }) => value === stage)?.label ?? "New";
}
