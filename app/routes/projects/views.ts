import type { AppLoadContext } from "@remix-run/node";
import { imageSource } from "#app/pictures/image-path.server.ts";
import { demoUrlOf, isMobileApp, liveUrlOf, madeWith, type Project, projectPath } from "#app/projects/project.ts";
import type { ProjectView } from "./project-page.tsx";
import type { ProjectCardView } from "./ui/project-card.tsx";

/** The data of a project's card. `origin` is the site's own. */
export function cardView(project: Project, origin: string): ProjectCardView {
  const { id, title, client, category, year, description, image } = project;
  return {
    id,
    path: projectPath(id),
    title,
    client,
    category,
    year,
    description,
    madeWith: madeWith(project),
    isMobile: isMobileApp(project),
    demoUrl: demoUrlOf(project, origin),
    picture: imageSource(image),
  };
}

/** The data of a project's page. */
export function projectView(project: Project, origin: string): ProjectView {
  const { id, title, client, category, year, paragraphs, description, technologies, tags, codeUrl, image } = project;
  return {
    path: projectPath(id),
    title,
    client,
    category,
    year,
    description,
    paragraphs: paragraphs.length > 0 ? paragraphs : [description].filter(Boolean),
    technologies,
    tags,
    isMobile: isMobileApp(project),
    liveUrl: liveUrlOf(project),
    codeUrl,
    demoUrl: demoUrlOf(project, origin),
    picture: imageSource(image),
  };
}

/**
 * Allows the document to frame the demos of all projects, because the document keeps its Content-Security-Policy during
 * client-side navigation.
 */
export function allowDemos(context: AppLoadContext | undefined, projects: Project[], origin: string): void {
  if (!context) return;
  const demos = projects.flatMap((project) => demoUrlOf(project, origin) ?? []);
  context.frames = [...new Set(demos.map((demo) => new URL(demo).origin))];
}
