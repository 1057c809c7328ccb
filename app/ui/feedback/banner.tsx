import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/primitives/icons.tsx";

export type BannerKind = "ok" | "warn" | "bad" | "neutral";

const ICONS: Record<BannerKind, IconName> = { ok: "check", warn: "warning", bad: "warning", neutral: "close" };

type BannerProps = {
  kind: BannerKind;
  title: ReactNode;
  /** The element of the title: a heading if the banner is the main content of the page, otherwise a bold line. */
  titleAs?: "h1" | "h2" | "p";
  icon?: IconName;
  children?: ReactNode;
};

/** A message in the page: bar, icon, bold first line, one plain second line, and a button where there is one. */
export function Banner({ kind, title, titleAs: Title = "p", icon, children }: BannerProps) {
  return (
    <div className={`banner is-${kind}`} role={Title === "h1" ? undefined : kind === "bad" ? "alert" : "status"}>
      <Icon name={icon ?? ICONS[kind]} />
      <div>
        <Title className="banner-title">{title}</Title>
        {children}
      </div>
    </div>
  );
}
