import { ButtonLink } from "./button.tsx";
import { Empty } from "./empty.tsx";

/** Says that a page is still being built, and where to go instead: never a dead end. */
export function ComingBox({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <div className="page section">
      <Empty title="This page is being built" titleAs="h1">
        <p>{text}</p>
        <ButtonLink to={to}>{label}</ButtonLink>
      </Empty>
    </div>
  );
}
