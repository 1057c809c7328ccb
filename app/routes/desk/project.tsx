import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type ProjectForm, projectFormSchema } from "#app/blog/article.ts";
import { findWrittenProject, type WrittenProject } from "#app/blog/desk.table.server.ts";
import { imageSource } from "#app/pictures/image-path.server.ts";
import { pictureChoice } from "#app/pictures/stored-pictures.table.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { siteOrigin } from "#app/platform/http/site-origin.server.ts";
import { projectPath } from "#app/projects/project.ts";
import { projectSchema, readListField } from "#app/projects/project-row.ts";
import { hasProjectsWorker } from "#app/projects/projects.api.server.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import projectsCss from "#app/ui/styles/areas/projects.css?url";
import { ProjectContent, type ProjectView } from "../projects/project-page.tsx";
import { projectView } from "../projects/views.ts";
import { answerArticle, NEW, storedArticle } from "./article.server.ts";
import { SaveBar } from "./ui/article-buttons.tsx";
import { ArticleForm, ArticleHead } from "./ui/article-form.tsx";
import { Editor } from "./ui/editor.tsx";
import { PreviewSection } from "./ui/elsewhere-page.tsx";
import { EMPTY_PROJECT, PROJECT_LABELS, ProjectFields } from "./ui/project-fields.tsx";
import { PublishCheck } from "./ui/publish-check.tsx";
import { useArticle, useUnsavedPreview } from "./ui/use-article.ts";

export const links = () => areaSheet("projects", projectsCss);

export const handle = { hydrate: "never", areas: "projects" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Project", description: "Describe a project.", isHidden: true });

const ALL = { href: "/desk/projects", label: "All projects" };

/** Returns the project with this id; the id "new" has an empty form. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const { id, row } = await findProject(params.id, context);
  if (row === undefined) {
    // What was typed into the form of a deleted project must not be lost with it.
    if (id !== NEW && context?.givenBack === undefined) throw data(null, { status: 404 });
    return { path: "/desk/projects/new", isGone: id !== NEW, stored: null, typed: null, preview: null, picture: null };
  }
  return {
    path: `/desk/projects/${encodeURIComponent(id)}`,
    isGone: false,
    stored: storedArticle(row, { slug: id, isSlugFixed: true, href: projectPath(id) }),
    typed: typedOf(row),
    preview: viewOf(row),
    picture: await pictureChoice(row.image),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const { row } = await findProject(params.id, context);
  const columnsOf = (typed: ProjectForm, slug: string) => ({ ...(row ? {} : { id: slug }), ...rowOf(typed) });
  const previewOf = (typed: ProjectForm) => viewOf({ id: row?.id ?? NEW, ...rowOf(typed) });
  const page = { table: "projects", noun: "project", schema: projectFormSchema, row, columnsOf, problemsOf } as const;
  return answerArticle(
    { ...page, previewOf, publicPath: projectPath },
    { typed: await request.formData(), staff, context },
  );
}

/** Returns the project with this id. Throws a 404 if a worker keeps the projects. */
async function findProject(id = NEW, context: AppLoadContext | undefined) {
  if (hasProjectsWorker()) throw data(null, { status: 404 });
  const found = id === NEW ? undefined : await findWrittenProject(id);
  if (found?.ok === false) throw outage(context);
  return { id, row: found?.value };
}

function rowOf({ picture, technologies, tags, slug: _slug, day: _day, time: _time, ...row }: ProjectForm) {
  return { ...row, image: picture, technologies: readListField(technologies), tags: readListField(tags) };
}

function problemsOf({ slug, picture, description }: ProjectForm, purpose: string): Record<string, string[]> {
  const isShown = picture === null || imageSource(picture) !== undefined;
  return {
    ...(slug === NEW && { slug: ["Please choose another address"] }),
    ...(purpose === "publish" &&
      description === null && { description: ["Please write a sentence before visitors see it"] }),
    ...(!isShown && { picture: ["Please use a path of this site, or a host of IMAGE_HOSTS"] }),
  };
}

function typedOf(row: WrittenProject) {
  const text = Object.entries({ ...row, picture: row.image, slug: row.id, ...listsOf(row) });
  const known = Object.keys(EMPTY_PROJECT);
  const typed = text.flatMap(([name, value]) => (known.includes(name) ? [[name, String(value ?? "")]] : []));
  return { ...EMPTY_PROJECT, ...Object.fromEntries(typed) };
}

function listsOf({ technologies, tags }: WrittenProject) {
  return { technologies: technologies.join(", "), tags: tags.join(", ") };
}

/** The project as its page shows it, read by the code of the public page. */
function viewOf(row: Record<string, unknown>): ProjectView | null {
  const { data: project } = projectSchema.safeParse(row);
  return project ? projectView(project, siteOrigin) : null;
}

export default function ProjectPage() {
  const { path, isGone, stored, typed, preview, picture } = useLoaderData<typeof loader>();
  const { page, isChanged } = useArticle(typed ?? EMPTY_PROJECT, stored);
  const { unsaved, isPreviewFirst, check } = useUnsavedPreview<ProjectView>();
  const shown = unsaved ?? preview;
  const theirs = isChanged && typed ? [typed.title, typed.description, typed.fulldescription].join("\n\n") : undefined;
  if (check && shown) {
    const facts = [{ label: "Sentence", value: String(page.fields.description?.initialValue ?? "") }];
    return (
      <PublishCheck noun="project" action={path} {...{ page, check, facts }}>
        <h2>{shown.title}</h2>
        <ProjectContent project={shown} isDemoOn={false} />
      </PublishCheck>
    );
  }
  return (
    <div className="page sheet app flow">
      <ArticleHead noun="project" all={ALL} start="Add a project" stored={stored} isGone={isGone} />
      <Editor
        formId={page.formProps.id}
        isPreviewFirst={isPreviewFirst}
        write={
          <ArticleForm noun="project" action={path} labels={PROJECT_LABELS} hasFile {...{ stored, page, theirs }}>
            <ProjectFields {...{ page, stored, picture }} />
          </ArticleForm>
        }
        bar={<SaveBar stored={stored} page={page} />}
        preview={
          shown && (
            <PreviewSection isUnsaved={unsaved !== undefined}>
              <h2>{shown.title}</h2>
              <ProjectContent project={shown} isDemoOn={false} />
            </PreviewSection>
          )
        }
      />
    </div>
  );
}
