import type { z } from "zod";
import type { projectSchema } from "./project-row.ts";

/** A project in the agency's portfolio. Missing text is "". */
export type Project = z.infer<typeof projectSchema>;

const CARD_TECHNOLOGIES = 3;
/** A host may contain a star, a semicolon or a comma (URL Standard, 3.1), which have a meaning in a Content-Security-Policy. */
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;

/** Returns whether a project is a mobile app, which gets a badge. */
export function isMobileApp({ category }: Pick<Project, "category">): boolean {
  return category.toLowerCase() === "mobile app";
}

/** Returns "Made with React, Node.js and PostgreSQL", at most three and without a full stop; "" if none is known. */
export function madeWith({ technologies }: Pick<Project, "technologies">): string {
  const words = technologies.slice(0, CARD_TECHNOLOGIES);
  const last = words.pop();
  if (last === undefined) return "";
  return words.length === 0 ? `Made with ${last}` : `Made with ${words.join(", ")} and ${last}`;
}

/** Returns the URL of the live project. The demo of a project that is not a mobile app is a website like any other. */
export function liveUrlOf(project: Project): string | undefined {
  return project.link ?? (isMobileApp(project) ? undefined : project.demoUrl);
}

/**
 * Returns the demo URL of a mobile app if it can be shown in a sandboxed frame. `origin` is the site's own: the sandbox would
 * not confine a page of the same origin. An https page cannot frame an http one.
 */
export function demoUrlOf({ demoUrl, ...project }: Project, origin: string): string | undefined {
  if (demoUrl === undefined || !isMobileApp(project)) return undefined;
  const demo = new URL(demoUrl);
  const isSafe = demo.protocol === "https:" || origin.startsWith("http:");
  return isSafe && PLAIN_HOST.test(demo.hostname) && demo.origin !== origin ? demoUrl : undefined;
}

/** Returns the path of a project's page. */
export function projectPath(id: string): string {
  return `/projects/${encodeURIComponent(id)}`;
}
