import type { ReactNode } from "react";
import type { ImageSource } from "#app/pictures/image-source.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { DemoSwitch, PhoneDemo } from "./phone-demo.tsx";
import { ProjectPicture } from "./project-picture.tsx";

export type ProjectCardView = {
  id: string;
  /** The path of its page. */
  path: string;
  title: string;
  client: string;
  category: string;
  year: string;
  description: string;
  /** A sentence without its full stop, or "". */
  madeWith: string;
  isMobile: boolean;
  /** The app that runs in the phone frame of the card. */
  demoUrl?: string | undefined;
  picture?: ImageSource | undefined;
};

const SIZES = "(min-width: 54rem) 22rem, (min-width: 34rem) 50vw, 100vw";

/** The query parameter with the id of the project whose demo is on. */
export const TRY_PARAM = "try";

type ProjectCardProps = { project: ProjectCardView; isFirst: boolean; isDemoOn: boolean };

/** A project in the grid. It leads to the project's page, which opens over the grid with JavaScript. */
export function ProjectCard({ project, isFirst, isDemoOn }: ProjectCardProps) {
  const { id, path, title, client, category, year, description, madeWith, isMobile, demoUrl, picture } = project;
  const place = `demo-${id}`;
  return (
    <li className="work group relative flex flex-col bg-surface [outline:2px_solid_var(--ink)]">
      {demoUrl ? (
        <div
          className={isDemoOn ? "stage stage-on cloth spots" : "stage aspect-16/9 border-b-2 border-ink cloth spots"}
        >
          <PhoneDemo {...{ title, demoUrl, picture, isFirst }} id={place} isOn={isDemoOn} />
        </div>
      ) : (
        <ProjectPicture picture={picture} isFirst={isFirst} sizes={SIZES} className="border-b-2 border-ink" />
      )}
      <div className="flex flex-1 flex-col items-start gap-2 px-5 pt-4 pb-5">
        <p className="quiet flex items-center gap-2">
          {isMobile ? <MobileBadge>{category}</MobileBadge> : category}
          {category && year && " · "}
          {year}
        </p>
        <h2 className="text-xl">
          <Link
            to={path}
            className="stretched-link flex min-h-touch items-center group-hover:decoration-3"
            preventScrollReset
          >
            {title}
          </Link>
        </h2>
        {description && <p>{description}</p>}
        {client && <p className="quiet">For {client}.</p>}
        {madeWith && <p className="quiet mt-auto">{madeWith}.</p>}
        {demoUrl && (
          <DemoSwitch
            className="relative min-h-touch px-3"
            title={title}
            isOn={isDemoOn}
            on={`/projects?${new URLSearchParams({ [TRY_PARAM]: id })}#${place}`}
            off={`/projects#${place}`}
          />
        )}
      </div>
    </li>
  );
}

/** The badge of a phone app: an icon and its category. */
export function MobileBadge({ children }: { children: ReactNode }) {
  return (
    <b className="mobile cloth inline-flex items-center gap-1 rounded-[2px] py-0.5 pr-2 pl-1">
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M5 2h10v16H5zM8 15h4" />
      </svg>
      {children}
    </b>
  );
}
