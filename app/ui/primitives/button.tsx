import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "./link.tsx";
import { Spinner } from "./spinner.tsx";

/** Beside the first of a page; and what takes something away. */
type ButtonKind = "alt" | "bad";

type ButtonProps = ComponentPropsWithoutRef<"button"> & {
  kind?: ButtonKind;
  isPending?: boolean;
  /** Stands before three dots while pending. Both labels lie in one cell, so the width stays. */
  pendingLabel?: ReactNode;
  /** Looks as if it could not be pressed, while something else has to come first; what a press does is the form's affair. */
  isBlocked?: boolean;
};

/** A button. Pending, it ignores presses but keeps its place in the tab order: the server never renders it so. */
export function Button({ kind, isPending, isBlocked, pendingLabel, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (isPending ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass(kind)}
      aria-disabled={isPending || isBlocked || undefined}
      data-blocked={(isBlocked && !isPending) || undefined}
      onClick={press}
    >
      <span hidden={isPending}>{children}</span>
      {pendingLabel !== undefined && (
        <span hidden={!isPending}>
          {pendingLabel}
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button, to a page of ours. */
export function ButtonLink({ kind, children, ...rest }: Omit<LinkProps, "className"> & { kind?: ButtonKind }) {
  return (
    <Link {...rest} className={buttonClass(kind)}>
      <span>{children}</span>
    </Link>
  );
}

export function buttonClass(kind: ButtonKind | undefined) {
  return kind === undefined ? "button" : `button button-${kind}`;
}
