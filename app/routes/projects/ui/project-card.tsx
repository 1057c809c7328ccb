import type { ImageSource } from "#app/model/image-source.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Link } from "#app/ui/marks/link.tsx";
import { MobileBadge } from "./mobile-badge.tsx";
import { ProjectPicture } from "./project-picture.tsx";

export type ProjectCardView = {
  /** The address of its page. */
  path: string;
  title: string;
  category: string;
  year: string;
  description: string;
  /** A sentence without its full stop, or nothing. */
  madeWith: string;
  isMobile: boolean;
  hasDemo: boolean;
  picture?: ImageSource | undefined;
};

const SIZES = "(min-width: 54rem) 22rem, (min-width: 34rem) 50vw, 100vw";

/** A project in the grid. All of it leads to the project's page, which opens over the grid where scripts run. */
export function ProjectCard({ project, isFirst }: { project: ProjectCardView; isFirst: boolean }) {
  const { path, title, category, year, description, madeWith, isMobile, hasDemo, picture } = project;
  return (
    <li className="work">
      {hasDemo ? (
        <div className="wide stage cloth spots">
          <div className="phone">
            <ProjectPicture picture={picture} isFirst={isFirst} sizes="16rem" />
          </div>
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
        {hasDemo && (
          <ButtonLink kind="alt" to={`${path}?demo=1#demo`} preventScrollReset>
            Try Live Demo
            <span className="visually-hidden"> of {title}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
