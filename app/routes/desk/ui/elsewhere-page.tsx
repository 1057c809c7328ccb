import { Empty } from "#app/ui/feedback/empty.tsx";

type ElsewherePageProps = { title: string; setting: string; what: string };

/** In place of a page whose data a worker of the agency keeps. */
export function ElsewherePage({ title, setting, what }: ElsewherePageProps) {
  return (
    <div className="page sheet app flow">
      <h1>{title}</h1>
      <Empty title={`A worker keeps ${what}`}>
        <p>The setting {setting} names it. Nothing can be changed here.</p>
      </Empty>
    </div>
  );
}
