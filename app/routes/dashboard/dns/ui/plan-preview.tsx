import type { Aside } from "#app/dns/change.ts";
import type { PlanPreview } from "#app/dns/plan-preview.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { AsideList, ChangeList } from "./change-list.tsx";

type PlanFieldsProps = { plan: PlanPreview; zone: string; preset: string; isPending: boolean };

/** What a form will change, and its button. The form posts the version of these changes, so that only they are made. */
export function PlanFields({ plan, zone, preset, isPending }: PlanFieldsProps) {
  const { changes, asides, version } = plan;
  const notes = asides.filter(({ kind }) => kind === "noted");
  const stops = asides.filter(({ kind }) => kind === "stops");
  if (changes.length === 0) return null;
  return (
    <>
      <ChangeList changes={changes} zone={zone} />
      {stops.length > 0 && <StopList stops={stops} />}
      {notes.length > 0 && (
        <Banner kind="warn" title="Please read this first">
          {notes.map(({ text, reason }) => (
            <p key={`${text} ${reason}`} className="mt-2">
              {reason}
            </p>
          ))}
        </Banner>
      )}
      <AsideList asides={asides.filter(({ kind }) => kind === "skipped")} />
      <input type="hidden" name="expectedVersion" value={version} />
      <Button name="preset" value={preset} isPending={isPending} pendingLabel="Working">
        {makeChanges(changes.length)}
      </Button>
      <p className="quiet">Nothing has changed yet. Afterwards one tap on Undo brings everything back.</p>
    </>
  );
}

/** The label of the button that makes the changes of a plan. */
export function makeChanges(count: number): string {
  return count === 1 ? "Make this change" : `Make these ${count} changes`;
}

/** What stops when records are deleted, each with its reason. */
export function StopList({ stops }: { stops: readonly Aside[] }) {
  if (stops.length === 0) return <p>We know of nothing that stops.</p>;
  return (
    <ul className="grid gap-2 wrap-anywhere">
      {stops.map(({ text, reason }) => (
        <li key={text}>
          <b>{text}</b> {reason}
        </li>
      ))}
    </ul>
  );
}
