import type { ReactNode } from "react";

type EmptyProps = {
  title: string;
  /** "h1" if the page has no other content. */
  titleAs?: "h1" | "p";
  /** What to do next: a sentence and a button. */
  children: ReactNode;
};

/** Shown in place of a list without entries. */
export function Empty({ title, titleAs: Title = "p", children }: EmptyProps) {
  return (
    <div className="empty flow">
      <Title className="empty-title">{title}</Title>
      {children}
    </div>
  );
}

/** Placeholder bars while an open page waits for the next one. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
