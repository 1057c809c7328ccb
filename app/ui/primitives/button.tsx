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
export function Button({
  kind,
  isPending,
  isBlocked,
  pendingLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (isPending ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass(kind, className)}
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
export function ButtonLink({ kind, className, children, ...rest }: LinkProps & { kind?: ButtonKind }) {
  return (
    <Link {...rest} className={buttonClass(kind, className)}>
      <span>{children}</span>
    </Link>
  );
}

/** `utilities` are classes of Tailwind; they win over the button's own. */
export function buttonClass(kind: ButtonKind | undefined, utilities = "") {
  return `button${kind === undefined ? "" : ` button-${kind}`}${utilities && ` ${utilities}`}`;
}
