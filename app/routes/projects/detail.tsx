import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { listProjects } from "#app/gateways/projects.server.ts";
import { PERSONAL_PAGE, publicPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { siteOrigin } from "#app/http/site-origin.server.ts";
import { projectPath } from "#app/model/project/project.ts";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ProjectPage } from "./ui/project-page.tsx";
import { ProjectsFailure } from "./ui/projects-failure.tsx";
import { projectView } from "./views.ts";

export const handle = { hydrate: "intent" };

/** With its demo on it is another page; any other word than 1 is not kept, or made-up ones would fill the cache. */
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
  if (!listed.ok) return outage(context, { project: null });
  const project = listed.value.find(({ id }) => id === params.id);
  if (!project) throw data(null, { status: 404 });
  const { search, searchParams } = new URL(request.url);
  // Read as the cache reads it: a name can be written in many ways ("%64emo").
  const isEverybodys = search === "?demo=1" || !searchParams.has("demo");
  return data({ project: projectView(project, siteOrigin) }, isEverybodys ? {} : { headers: PERSONAL_PAGE });
}

/** Switching the demo on and off asks for nothing. */
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

/** Its own boundary: a project that there is not leaves the grid beneath as it is. */
export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
}
