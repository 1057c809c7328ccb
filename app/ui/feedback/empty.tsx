import type { ReactNode } from "react";

type EmptyProps = {
  title: string;
  /** The heading that the sentence is: h1 where it is all there is on the page. */
  titleAs?: "h1" | "p";
  /** One next step and one button. */
  children: ReactNode;
};

/** A place where nothing is: says so, and what to do next. */
export function Empty({ title, titleAs: Title = "p", children }: EmptyProps) {
  return (
    <div className="empty flow">
      <Title className="empty-title">{title}</Title>
      {children}
    </div>
  );
}
