import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useOutlet, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PRIVATE_CACHE, publicPage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { siteOrigin } from "#app/platform/http/site-origin.server.ts";
import { listProjects } from "#app/projects/projects.api.server.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { OverPage } from "#app/ui/feedback/over-page.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import projectsCss from "#app/ui/styles/areas/projects.css?url";
import { PROJECT_TITLE } from "./project-page.tsx";
import { ProjectCard, type ProjectCardView, TRY_PARAM } from "./ui/project-card.tsx";
import { ProjectsFailure } from "./ui/projects-failure.tsx";
import { allowDemos, cardView } from "./views.ts";

export const handle = { hydrate: "intent", areas: "projects" };

/** A page with a demo is not cached, or made-up values could fill the cache. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage([TRY_PARAM]);

export const links = () => areaSheet("projects", projectsCss);

export const meta = staticMeta({
  title: "Projects",
  description: "Websites and apps we have made for shops, schools and cooperatives in Kenya.",
});

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const listed = await listProjects();
  if (listed.ok) allowDemos(context, listed.value, siteOrigin);
  // A project opened by its URL is a page of its own, without the grid beneath.
  if (params.id !== undefined) return null;
  if (!listed.ok) return outagePage(context, { cards: null });
  const hasDemo = new URL(request.url).searchParams.has(TRY_PARAM);
  const cards = listed.value.map((project) => cardView(project, siteOrigin));
  return data({ cards }, hasDemo ? { headers: PRIVATE_CACHE } : {});
}

/** Set in the browser only, while the grid is mounted. */
let hasGrid = false;

/** Closing a project shows the grid again without loading it. */
export function shouldRevalidate({ nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return nextParams.id === undefined && !hasGrid && defaultShouldRevalidate;
}

export default function ProjectsPage() {
  const page = useLoaderData<typeof loader>();
  const below = useOutlet();
  return (
    <>
      {page === null ? below : <Grid cards={page.cards} />}
      {page !== null && below && (
        <OverPage labelledBy={PROJECT_TITLE} closeTo="/projects">
          {below}
        </OverPage>
      )}
    </>
  );
}

/** How many projects stand in the grid before the others are asked for. */
const MAX_FIRST = 6;

function Grid({ cards }: { cards: ProjectCardView[] | null }) {
  const tried = useSearchParams()[0].get(TRY_PARAM);
  useEffect(() => {
    hasGrid = cards !== null;
    return () => {
      hasGrid = false;
    };
  }, [cards]);
  const rest = cards?.slice(MAX_FIRST) ?? [];
  // The first state only: closing a demo must not fold its card away.
  const [isOpen] = useState(() => rest.some(({ id }) => id === tried));
  return (
    <div className="page section">
      <h1>Projects</h1>
      <p className="lead pt-2">Work for shops, schools and cooperatives.</p>
      {cards === null && <ProjectsFailure retryHref="/projects" />}
      {cards?.length === 0 && (
        <Empty title="No projects available at the moment.">
          <p>Yours could be the first.</p>
          <ButtonLink to="/contact">Talk to us</ButtonLink>
        </Empty>
      )}
      {cards !== null && cards.length > 0 && (
        <>
          <Cards cards={cards.slice(0, MAX_FIRST)} tried={tried} />
          {rest.length > 0 && (
            <details className="mt-4" open={isOpen}>
              <summary className="button button-alt">
                <span>More projects ({rest.length})</span>
              </summary>
              <Cards cards={rest} tried={tried} />
            </details>
          )}
        </>
      )}
    </div>
  );
}

function Cards({ cards, tried }: { cards: ProjectCardView[]; tried: string | null }) {
  return (
    <ul className="mx-0.5 mt-8 grid grid-cols-1 gap-0.5 md:grid-cols-2 lg:grid-cols-3">
      {cards.map((card, index) => (
        <ProjectCard key={card.path} project={card} isFirst={index === 0} isDemoOn={card.id === tried} />
      ))}
    </ul>
  );
}
