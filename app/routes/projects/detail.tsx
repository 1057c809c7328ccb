import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { PRIVATE_CACHE, publicPage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { siteOrigin } from "#app/platform/http/site-origin.server.ts";
import { projectPath } from "#app/projects/project.ts";
import { listProjects } from "#app/projects/projects.api.server.ts";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ProjectPage } from "./project-page.tsx";
import { ProjectsFailure } from "./ui/projects-failure.tsx";
import { projectView } from "./views.ts";

export const handle = { hydrate: "intent" };

/** `?demo=1` is cached as its own page. Other values are not, or they could fill the cache. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(["demo"]);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.project?.title ?? "Project",
    description: data?.project?.description ?? "One of our projects.",
    isHidden: !data?.project,
  });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const listed = await listProjects();
  if (!listed.ok) return outagePage(context, { project: null });
  const project = listed.value.find(({ id }) => id === params.id);
  if (!project) throw data(null, { status: 404 });
  const { search, searchParams } = new URL(request.url);
  // The raw query, as the cache reads it: a parameter can be spelled in many ways ("%64emo").
  const isCacheable = search === "?demo=1" || !searchParams.has("demo");
  return data({ project: projectView(project, siteOrigin) }, isCacheable ? {} : { headers: PRIVATE_CACHE });
}

/** Switching the demo on or off loads nothing. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentParams.id !== nextParams.id && defaultShouldRevalidate;
}

export default function ProjectRoute() {
  const { project } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  if (project) return <ProjectPage project={project} isDemoOn={params.get("demo") === "1"} />;
  return (
    <div className="page section">
      <ProjectsFailure retryHref={projectPath(id)} titleAs="h1" />
    </div>
  );
}

/** Its own boundary, so that the grid beneath stays when a project does not exist. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
}
