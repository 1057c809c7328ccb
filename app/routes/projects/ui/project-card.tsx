import type { ImageSource } from "#app/model/image-source.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { MobileBadge } from "./mobile-badge.tsx";
import { DemoSwitch, PhoneDemo } from "./phone-demo.tsx";
import { ProjectPicture } from "./project-picture.tsx";

export type ProjectCardView = {
  id: string;
  /** The path of its page. */
  path: string;
  title: string;
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
  const { id, path, title, category, year, description, madeWith, isMobile, demoUrl, picture } = project;
  const place = `demo-${id}`;
  return (
    <li className="work">
      {demoUrl ? (
        <div className={isDemoOn ? "stage stage-on cloth spots" : "wide stage cloth spots"}>
          <PhoneDemo {...{ title, demoUrl, picture, isFirst }} id={place} isOn={isDemoOn} />
        </div>
      ) : (
        <ProjectPicture picture={picture} isFirst={isFirst} sizes={SIZES} />
      )}
      <div className="work-words">
        <p className="kind quiet">
          {isMobile ? <MobileBadge>{category}</MobileBadge> : category}
          {category && year && " · "}
          {year}
        </p>
        <h2>
          <Link to={path} preventScrollReset>
            {title}
          </Link>
        </h2>
        {description && <p>{description}</p>}
        {madeWith && <p className="quiet work-last">{madeWith}.</p>}
        {demoUrl && (
          <DemoSwitch
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
