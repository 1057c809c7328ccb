import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react";
import { Spinner } from "./icons.tsx";
import { Link, type LinkProps } from "./link.tsx";

/** "alt" is a secondary button, "bad" a destructive one. */
type ButtonKind = "alt" | "bad";

type ButtonProps = ComponentPropsWithoutRef<"button"> & {
  kind?: ButtonKind;
  isPending?: boolean;
  /** Shown with three dots while pending. Both labels share one grid cell, so that the width stays. */
  pendingLabel?: ReactNode;
  /**
   * Whether the button looks disabled, because its form waits for something, such as the bot check. The form still decides what
   * a press does.
   */
  isBlocked?: boolean;
};

/** A button. While pending it ignores presses and stays focusable; the server never renders it pending. */
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

/** A link to a page of this site that looks like a button. */
export function ButtonLink({ kind, className, children, ...rest }: LinkProps & { kind?: ButtonKind | undefined }) {
  return (
    <Link {...rest} className={buttonClass(kind, className)}>
      <span>{children}</span>
    </Link>
  );
}

/** Returns the classes of a button. `utilities` are Tailwind classes, which override the button's own. */
export function buttonClass(kind: ButtonKind | undefined, utilities = "") {
  return `button${kind === undefined ? "" : ` button-${kind}`}${utilities && ` ${utilities}`}`;
}
