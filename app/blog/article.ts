import { z } from "zod";
import { cleanInput, cleanLine } from "#app/platform/text/clean-line.ts";
import { oneLine } from "#app/platform/text/one-line.ts";
import { UNREADABLE, UNREADABLE_TEXT } from "#app/platform/text/text-characters.ts";
import { CATEGORIES, isSlug } from "./post.ts";

/** Characters. A longer post is shown as plain paragraphs (platform/text/limits.server.ts). */
const LONGEST_TEXT = 100_000;
const LONGEST_URL = 2048;
const LONGEST_SLUG = 120;
const DAY_MS = 86_400_000;
/** A day that is further ahead is taken for a typing mistake. */
const LONGEST_WAIT_MS = 730 * DAY_MS;
/** The time of publication if somebody types only a day. */
const MORNING = "08:00";

/** A post is public from `published_at` (ISO 8601) on. */
export type Publication = "draft" | "scheduled" | "public";

/** Returns the state of a row at the time `now`, which is in ms. */
export function publicationOf({ published_at }: { published_at: string | null }, now: number): Publication {
  if (published_at === null) return "draft";
  return Date.parse(published_at) > now ? "scheduled" : "public";
}

const version = z.iso.datetime({ offset: true });

/** Returns the `updated_at` that a form was made from; null if the form has no valid one. */
export function readVersion(typed: unknown): string | null {
  return version.safeParse(typed).data ?? null;
}

/** Returns the end of an address from the words of a title: "Bei & M-Pesa" is "bei-m-pesa"; "" if it has no Latin letters. */
export function suggestSlug(title: string): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+|['’]/gu, "");
  return (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, LONGEST_SLUG).replace(/-$/, "");
}

/** An optional text of several lines; missing is "". */
const text = (max: number) =>
  z
    .string()
    .default("")
    .transform((typed) => typed.replaceAll("\r\n", "\n").replace(/^\n+/, "").trimEnd())
    .refine((typed) => !UNREADABLE_TEXT.test(typed), { error: UNREADABLE, abort: true })
    .refine((typed) => typed.length <= max, `Please use at most ${max.toLocaleString("en-US")} characters.`);

/** An optional line; missing is null. */
const line = (max: number) =>
  oneLine(max, "")
    .optional()
    .transform((typed) => typed ?? null);

/** An optional text whose line breaks become spaces; missing is null. */
const sentences = (max: number) => text(max).transform((typed) => typed.replace(/\s+/g, " ") || null);

/** A required title. It is typed into a field that wraps, so its line breaks become spaces. */
const headline = (required: string) => oneLine(200, required, (typed) => cleanLine(typed.replace(/\s+/g, " ")));

const webAddress = line(LONGEST_URL).refine(
  (typed) => typed === null || (URL.canParse(typed) && /^https?:\/\/[^@\s]+$/.test(typed)),
  "Please type a web address that begins with https://",
);

const slug = z
  .string()
  .overwrite(cleanInput)
  .default("")
  .refine((typed) => typed === "" || isSlug(typed), "Please use small letters, digits and single hyphens");

const publishing = {
  day: z.string().overwrite(cleanInput).default(""),
  time: z.string().overwrite(cleanInput).default(""),
};

/** The fields that every article has. */
export type Article = { title: string; slug: string; day: string; time: string };

/** The error of a picture without words. */
export const NEEDS_ALT = "Please say what your picture shows";

/** The form of a post. Source: docs/product/desk.md, "The desk". */
export const postFormSchema = z.object({
  title: headline("Please write a title"),
  slug,
  content: text(LONGEST_TEXT),
  category: z.enum(CATEGORIES, { error: "Please choose a category" }),
  excerpt: sentences(500),
  picture: line(LONGEST_URL),
  alt: oneLine(300, NEEDS_ALT)
    .optional()
    .transform((typed) => typed ?? null),
  ...publishing,
});
export type PostForm = z.infer<typeof postFormSchema>;

/** The form of a project. */
export const projectFormSchema = z.object({
  title: headline("Please write a title"),
  slug,
  client: line(200),
  category: line(60),
  year: line(20),
  description: sentences(500),
  fulldescription: text(20_000),
  technologies: line(1000),
  tags: line(1000),
  picture: line(500),
  link: webAddress,
  githuburl: webAddress,
  demourl: webAddress,
  ...publishing,
});
export type ProjectForm = z.infer<typeof projectFormSchema>;

/** The form of an issue of the newsletter. `ready`: somebody has read the test mail. */
export const issueFormSchema = z.object({
  title: headline("Please write a subject"),
  slug,
  content: text(LONGEST_TEXT),
  ready: z.string().default(""),
  ...publishing,
});
export type IssueForm = z.infer<typeof issueFormSchema>;

/** The longest values of fields that may be longer than a line (platform/http/form.server.ts). */
export const WRITING_LIMITS = {
  content: LONGEST_TEXT,
  fulldescription: 20_000,
  excerpt: 500,
  description: 500,
  technologies: 1000,
  tags: 1000,
  picture: LONGEST_URL,
  link: LONGEST_URL,
  githuburl: LONGEST_URL,
  demourl: LONGEST_URL,
};

/**
 * Returns when to publish: "now" if no day is typed, else the moment (ISO 8601) of `day` and `time` in Nairobi; 8:00 if no time
 * is typed. Returns the problem if the day is invalid. `now` is in ms.
 */
export function publicationTime(
  { day, time }: Pick<Article, "day" | "time">,
  now: number,
): { at?: string; problem?: string } {
  if (day === "") return time === "" ? { at: "now" } : { problem: "Please choose a day too" };
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(day) && /^(\d\d:\d\d)?$/.test(time);
  const moment = Date.parse(`${isWritten ? day : ""}T${time || MORNING}:00+03:00`);
  // `Date.parse` reads 31 February as a day of March.
  const isDay = !Number.isNaN(moment) && new Date(moment + 3 * 3_600_000).toISOString().startsWith(day);
  if (!isDay) return { problem: "Please choose a day and a time, like 2026-12-31 and 08:00" };
  if (moment <= now) return { problem: "This time is over. Leave the day empty to publish now" };
  if (moment > now + LONGEST_WAIT_MS) return { problem: "Please choose a day in the next two years" };
  return { at: new Date(moment).toISOString() };
}
