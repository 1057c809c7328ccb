import type { z } from "zod";
import type { projectSchema } from "./project-row.ts";

/** A piece of work that the agency shows. What its worker does not say is empty. */
export type Project = z.infer<typeof projectSchema>;

const CARD_TECHNOLOGIES = 3;
/** An address may have a star, a semicolon or a comma in its host (URL Standard, 3.1), which mean something in a policy. */
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;

/** Whether a project is one for phones, which gets the badge. */
export function isMobileApp({ category }: Pick<Project, "category">): boolean {
  return category.toLowerCase() === "mobile app";
}

/** "Made with React, Node.js and PostgreSQL": at most three, as a sentence without its full stop. Empty when none is known. */
export function madeWith({ technologies }: Pick<Project, "technologies">): string {
  const words = technologies.slice(0, CARD_TECHNOLOGIES);
  const last = words.pop();
  if (last === undefined) return "";
  return words.length === 0 ? `Made with ${last}` : `Made with ${words.join(", ")} and ${last}`;
}

/** Where a project can be seen at work. A demo that is not for a phone is a website like any other. */
export function liveUrlOf(project: Project): string | undefined {
  return project.link ?? (isMobileApp(project) ? undefined : project.demoUrl);
}

/**
 * The demo of an app for phones, if it can be shown in a frame of ours. `origin` is the site's own: a page of ours in a frame
 * of ours would not be held by its sandbox, and a page without TLS is not shown in one with it.
 */
export function demoUrlOf({ demoUrl, ...project }: Project, origin: string): string | undefined {
  if (demoUrl === undefined || !isMobileApp(project)) return undefined;
  const demo = new URL(demoUrl);
  const isSafe = demo.protocol === "https:" || origin.startsWith("http:");
  return isSafe && PLAIN_HOST.test(demo.hostname) && demo.origin !== origin ? demoUrl : undefined;
}

/** The address of a project's page. */
export function projectPath(id: string): string {
  return `/projects/${encodeURIComponent(id)}`;
}
