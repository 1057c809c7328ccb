import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Banner } from "./banner.tsx";
import { Reference } from "./reference.tsx";

type ReadFailureProps = Pick<ComponentProps<typeof Banner>, "title" | "titleAs"> & {
  kind?: "warn" | "bad";
  retryHref: string;
  /** Below the title; null for nothing. */
  children?: ReactNode;
};

/** A page, or a part of one, that could not be read: says so, with a way to ask again. */
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
