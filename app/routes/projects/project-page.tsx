import type { ImageSource } from "#app/pictures/image-source.ts";
import { buttonClass } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { DemoSwitch, PhoneDemo } from "./ui/phone-demo.tsx";
import { MobileBadge } from "./ui/project-card.tsx";
import { ProjectPicture } from "./ui/project-picture.tsx";

/** The id of the heading of a project's page. */
export const PROJECT_TITLE = "project-title";

export type ProjectView = {
  path: string;
  title: string;
  client: string;
  category: string;
  year: string;
  /** One sentence, for search engines and shared links. */
  description: string;
  paragraphs: string[];
  technologies: string[];
  tags: string[];
  isMobile: boolean;
  liveUrl?: string | undefined;
  codeUrl?: string | undefined;
  /** The app that runs in the phone frame. */
  demoUrl?: string | undefined;
  picture?: ImageSource | undefined;
};

type ProjectPageProps = { project: ProjectView; isDemoOn: boolean };

/** All facts about a project, as a page or in a dialog over the grid. */
export function ProjectPage({ project, isDemoOn }: ProjectPageProps) {
  return (
    <div className="page section">
      <nav aria-label="Where you are" className="text-sm wrap-anywhere">
        <Link to="/projects" className="inline-flex min-h-touch items-center">
          Projects
        </Link>{" "}
        / {project.title}
      </nav>
      <h1 id={PROJECT_TITLE}>{project.title}</h1>
      <ProjectContent project={project} isDemoOn={isDemoOn} />
    </div>
  );
}

/** All of a project below its title. */
export function ProjectContent({ project, isDemoOn }: ProjectPageProps) {
  const { title, path, paragraphs, liveUrl, codeUrl, demoUrl, picture } = project;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-[clamp(2rem,4vw,4rem)] gap-y-6 lg:grid-cols-[7fr_5fr]">
      {demoUrl && (
        <div className="grid grid-cols-1 content-start gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <p>
            <DemoSwitch title={title} isOn={isDemoOn} on={`${path}?demo=1#demo`} off={`${path}#demo`} />
          </p>
          <PhoneDemo {...{ title, demoUrl, picture }} id="demo" isOn={isDemoOn} />
        </div>
      )}
      <div className="grid grid-cols-1 content-start gap-5">
        {!demoUrl && <ProjectPicture picture={picture} isFirst sizes="(min-width: 54rem) 40rem, 100vw" />}
        {paragraphs.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change while it is shown
          <p key={index} className={index === 0 ? "lead max-w-text" : "max-w-text"}>
            {text}
          </p>
        ))}
        {(liveUrl || codeUrl) && (
          <p className="actions">
            {liveUrl && <ExternalButton href={liveUrl} label="View Live" />}
            {codeUrl && <ExternalButton kind="alt" href={codeUrl} label="View Code" />}
          </p>
        )}
      </div>
      <Facts project={project} />
    </div>
  );
}

function Facts({ project: { client, category, year, technologies, tags, isMobile } }: { project: ProjectView }) {
  const facts = [
    ["Client", client],
    ["Category", isMobile ? <MobileBadge key="badge">{category}</MobileBadge> : category],
    ["Year", year],
    ["Made with", technologies.join(", ")],
    ["Tags", tags.join(", ")],
  ] as const;
  return (
    <dl className="ruled">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A button link to another site. It opens a new tab and says so to screen readers. */
function ExternalButton({ href, label, kind }: { href: string; label: string; kind?: "alt" }) {
  return (
    <a className={buttonClass(kind)} href={href} target="_blank" rel="noopener">
      <span>
        {label}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
