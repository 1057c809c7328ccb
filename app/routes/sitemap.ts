import { xml } from "remix-utils/responses";
import { listPostIndex } from "#app/blog/posts.table.server.ts";
import { siteOrigin } from "#app/platform/http/site-origin.server.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { projectPath } from "#app/projects/project.ts";
import { listProjects } from "#app/projects/projects.api.server.ts";
import { LISTED_PAGES } from "./addresses.ts";

type Entry = { path: string; changedAt?: string };

/**
 * Lists every page that search engines may find; posts or projects that cannot be read are left out. Source: sitemaps.org,
 * protocol 0.9.
 */
export async function loader() {
  const [posts, projects] = await Promise.all([listPostIndex(), listProjects()]);
  const entries: Entry[] = [
    ...LISTED_PAGES,
    ...(posts.ok ? posts.value.map(({ slug, createdAt }) => ({ path: `/blog/${slug}`, changedAt: createdAt })) : []),
    ...(projects.ok ? projects.value.map(({ id }) => ({ path: projectPath(id) })) : []),
  ];
  const urls = entries.map(urlElement).join("\n");
  const map = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
  const isComplete = posts.ok && projects.ok;
  return xml(map, { headers: { "Cache-Control": `public, max-age=${isComplete ? 3600 : 60}` } });
}

function urlElement({ path, changedAt }: Entry): string {
  const changed = changedAt === undefined ? NaN : Date.parse(changedAt);
  const lastmod = Number.isNaN(changed) ? "" : `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>`;
  return `<url><loc>${escapeHtml(siteOrigin + path)}</loc>${lastmod}</url>`;
}
