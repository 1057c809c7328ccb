import type { LoaderFunctionArgs } from "@remix-run/node";
import { listPostIndex } from "#app/blog/posts.table.server.ts";
import { imageReply, noImage } from "#app/pictures/image-reply.server.ts";
import { findOgImage } from "#app/pictures/og-images.server.ts";
import { projectPath } from "#app/projects/project.ts";
import { listProjects } from "#app/projects/projects.api.server.ts";
import { LISTED_PAGES } from "./addresses.ts";

const DAY = 86_400;
/** How long the image of an unknown page is cached, in seconds: the page may exist a little later. */
const FIVE_MINUTES = 300;

type ImageText = { label: string; title: string };

/**
 * The social image of a page. `?page=` is its path, so that nobody can put a text of their own into an image; an unknown page
 * gets the image of the home page. Source: docs/product/site.md, "Sitemap and social images".
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const page = new URL(request.url).searchParams.get("page") ?? "/";
  const text = textOfPage(page) ?? (await textOfProject(page)) ?? (await textOfPost(page));
  const image = await findOgImage(text ?? textOfPage("/") ?? { label: "", title: "" });
  if (!image.ok) return noImage(image.status);
  return imageReply(request, { bytes: image.value, type: "image/png", maxAge: text ? DAY : FIVE_MINUTES });
}

function textOfPage(page: string): ImageText | undefined {
  const known = LISTED_PAGES.find(({ path }) => path === page);
  return known && { label: "", title: known.imageText };
}

async function textOfProject(page: string): Promise<ImageText | undefined> {
  if (!page.startsWith("/projects/")) return undefined;
  const listed = await listProjects();
  const project = listed.ok ? listed.value.find(({ id }) => projectPath(id) === page) : undefined;
  return project && { label: project.client || "Projects", title: project.title };
}

async function textOfPost(page: string): Promise<ImageText | undefined> {
  const slug = /^\/blog\/([a-z0-9-]+)$/.exec(page)?.[1];
  if (slug === undefined) return undefined;
  const posts = await listPostIndex();
  const post = posts.ok ? posts.value.find((one) => one.slug === slug) : undefined;
  return post && { label: post.category, title: post.title };
}
