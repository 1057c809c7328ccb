import type { ReactNode } from "react";

/** The badge of a phone app: an icon and its category. */
export function MobileBadge({ children }: { children: ReactNode }) {
  return (
    <b className="mobile">
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M5 2h10v16H5zM8 15h4" />
      </svg>
      {children}
    </b>
  );
}
