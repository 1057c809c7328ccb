import { z } from "zod";

const MAX_ADDRESS = 2048;

/** Missing or invalid text becomes ""; a year may be a number. */
const text = (max: number) =>
  z
    .union([z.string(), z.number()])
    .catch("")
    .transform((value) => String(value).trim().slice(0, max));

/** An http or https URL, or undefined. A URL with a password must not be published. */
const address = z.string().max(MAX_ADDRESS).transform(webAddress).catch(undefined);

/** The id is part of a path, so it must be a valid path segment. Unpaired surrogates are invalid. */
const id = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]{1,100}$/u));

/**
 * A row of the worker's list. Only id and title are required; other invalid fields are dropped. `image` is a web URL or a path
 * of this site. Source: docs/product/blog-and-projects.md, "Projects".
 */
export const projectSchema = z
  .object({
    id,
    title: z.string().trim().min(1),
    client: text(200),
    category: text(60),
    year: text(20),
    description: text(500),
    fulldescription: text(20_000),
    demourl: address,
    githuburl: address,
    link: address,
    image: z.union([z.string().regex(/^\/(?![/\\])[^\\\s]{1,500}$/), address]).catch(undefined),
    technologies: z.unknown().optional().transform(readListField),
    tags: z.unknown().optional().transform(readListField),
  })
  .transform(({ demourl, githuburl, fulldescription, title, ...rest }) => ({
    ...rest,
    title: title.slice(0, 200),
    paragraphs: paragraphsOf(fulldescription),
    demoUrl: demourl,
    codeUrl: githuburl,
  }));

function webAddress(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : undefined;
}

/** Splits plain text at empty lines. */
function paragraphsOf(plain: string): string[] {
  return plain
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}
const MAX_ENTRIES = 30;
const MAX_LENGTH = 60;

/**
 * Reads a list that is an array, an array as JSON text, or text with commas. Returns at most 30 trimmed, distinct entries of at
 * most 60 characters; anything else gives an empty list. Source: docs/product/blog-and-projects.md, "Projects".
 */
export function readListField(value: unknown): string[] {
  const words = entriesOf(value).flatMap((entry) => {
    const word = typeof entry === "string" || typeof entry === "number" ? String(entry).trim() : "";
    return word === "" ? [] : [[...word].slice(0, MAX_LENGTH).join("")];
  });
  return [...new Set(words)].slice(0, MAX_ENTRIES);
}

function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  return listInJson(value) ?? value.split(",");
}

/** Text that only looks like JSON, "[sic], more", is text with commas. */
function listInJson(text: string): unknown[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
