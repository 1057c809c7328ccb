import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Banner } from "./banner.tsx";
import { Reference } from "./reference.tsx";

type ReadFailureProps = Pick<ComponentProps<typeof Banner>, "title" | "titleAs"> & {
  kind?: "warn" | "bad";
  retryHref: string;
  /** The text below the title; null for none. */
  children?: ReactNode;
};

/** Shown in place of content that could not be read, with a "Try again" button. */
export function ReadFailure({
  kind = "warn",
  retryHref,
  children = "Nothing is lost. What you have with us keeps working.",
  ...title
}: ReadFailureProps) {
  return (
    <Banner kind={kind} {...title}>
      {children !== null && <p>{children}</p>}
      <Reference />
      <p className="pt-2">
        <ButtonLink kind="alt" to={retryHref} reloadDocument>
          Retry
        </ButtonLink>
      </p>
    </Banner>
  );
}
