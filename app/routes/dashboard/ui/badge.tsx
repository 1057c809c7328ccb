import type { BannerKind } from "#app/ui/feedback/banner.tsx";

/** A word with a shape: a dot, a triangle for "soon" or a square for "act now". Never shown by colour alone. */
export function Badge({ kind, children }: { kind: BannerKind; children: string }) {
  return <span className={`badge is-${kind}`}>{children}</span>;
}
