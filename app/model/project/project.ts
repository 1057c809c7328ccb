import type { z } from "zod/v4";
import type { projectSchema } from "./project-row.ts";

/** A piece of work that the agency shows. What its worker does not say is empty. */
export type Project = z.infer<typeof projectSchema>;

const CARD_TECHNOLOGIES = 3;

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

/** The address of a project's page. */
export function projectPath(id: string): string {
  return `/projects/${encodeURIComponent(id)}`;
}
