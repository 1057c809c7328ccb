import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type PostForm, postFormSchema } from "#app/blog/article.ts";
import { findWrittenPost, type WrittenPost } from "#app/blog/desk.table.server.ts";
import { CATEGORIES, countWords, type Post, readingMinutes } from "#app/blog/post.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { controlProps, inputProps } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import blogCss from "#app/ui/styles/areas/blog.css?url";
import postCss from "#app/ui/styles/areas/post.css?url";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { articleOf } from "../blog/article.server.ts";
import { isPicture } from "../blog/pictures.server.ts";
import { PostArticle, type PostArticleData } from "../blog/post-article.tsx";
import { answerArticle, NEW, storedArticle } from "./article.server.ts";
import {
  ArticleForm,
  ArticleState,
  MarkdownHelp,
  SlugField,
  useArticle,
  useUnsavedPreview,
} from "./ui/article-form.tsx";
import { PreviewSection } from "./ui/elsewhere-page.tsx";

export const links = () => [
  ...areaSheet("blog", blogCss),
  ...areaSheet("prose", proseCss),
  ...areaSheet("post", postCss),
];

export const handle = { hydrate: "never", areas: "blog prose post" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Post", description: "Write a post of the blog.", isHidden: true });

const LABELS = {
  title: "Title",
  content: "Text",
  category: "Category",
  excerpt: "Excerpt",
  picture: "Picture",
};
const OPTIONS = CATEGORIES.map((name) => ({ value: name, label: name }));

/** Returns the post with this id; the id "new" has an empty form. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const id = params.id ?? NEW;
  const found = await findWrittenPost(id);
  if (!found.ok) throw outage(context);
  const row = found.value;
  if (row === undefined) {
    // What was typed into the form of a deleted post must not be lost with it.
    if (id !== NEW && context?.givenBack === undefined) throw data(null, { status: 404 });
    return { path: "/desk/posts/new", isGone: id !== NEW, stored: null, typed: null, words: "", preview: null };
  }
  const { title, content, category, excerpt, image_url, slug } = row;
  return {
    path: `/desk/posts/${row.id}`,
    isGone: false,
    stored: storedArticle(row, { slug, href: `/blog/${slug}` }),
    typed: { title, content, category, excerpt: excerpt ?? "", picture: image_url ?? "", slug },
    words: `${countWords(content)} words, ${readingMinutes(content)} min read`,
    preview: await articleOf(asPost(row, row)),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
  const found = await findWrittenPost(params.id ?? NEW);
  if (!found.ok) throw outage(context);
  const row = found.value;
  const page = { table: "posts", noun: "post", schema: postFormSchema, row, columnsOf, problemsOf } as const;
  const previewOf = (typed: PostForm) => articleOf(asPost(columnsOf(typed, ""), row));
  return answerArticle({ ...page, previewOf }, { typed: await request.formData(), staff, context });
}

function columnsOf({ title, content, category, excerpt, picture }: PostForm, slug: string) {
  return { slug, title, content, category, excerpt, image_url: picture };
}

function problemsOf({ content, picture }: PostForm, purpose: string): Record<string, string[]> {
  const isShown = picture === null || isPicture(picture);
  return {
    ...(purpose === "publish" && content === "" && { content: ["Please write a text before readers see it"] }),
    ...(!isShown && { picture: ["Please use a path of this site, or a host of IMAGE_HOSTS"] }),
  };
}

type Shown = Pick<WrittenPost, "slug" | "title" | "excerpt" | "content" | "category" | "image_url">;

/**
 * Returns the post as readers see it. A post that is not public yet has the date of its publication or, if none is set, of
 * now.
 */
function asPost({ slug, title, excerpt, content, category, image_url }: Shown, row: WrittenPost | undefined): Post {
  const date = row?.was_public ? row.created_at : row?.published_at;
  return { slug, title, excerpt, content, category, imageUrl: image_url, createdAt: date ?? nowDate().toISOString() };
}

type Preview = PostArticleData & { isPlain: boolean };

export default function PostPage() {
  const { path, isGone, stored, typed, words, preview } = useLoaderData<typeof loader>();
  const { page, isChanged } = useArticle(
    typed ?? { title: "", content: "", category: CATEGORIES[0], excerpt: "", picture: "", slug: "" },
    stored,
  );
  const unsaved = useUnsavedPreview<Preview>();
  const shown = unsaved ?? preview;
  const { title, content, category, excerpt, picture } = page.fields;
  const theirs = isChanged && typed ? `${typed.title}\n\n${typed.content}` : undefined;
  return (
    <div className="page sheet app flow">
      <h1>{stored ? "Edit a post" : "Write a post"}</h1>
      <ArticleState noun="post" stored={stored} isGone={isGone} />
      <ArticleForm noun="post" action={path} labels={LABELS} {...{ stored, page, theirs }}>
        <Field {...inputProps(title)} label={LABELS.title} />
        <LongField {...controlProps(content)} label={LABELS.content} hint={words || undefined} rows={18} />
        <MarkdownHelp />
        <SelectField {...controlProps(category)} label={LABELS.category} options={OPTIONS} />
        <LongField {...controlProps(excerpt)} label={LABELS.excerpt} hint="One or two sentences." isOptional rows={3} />
        <Field {...inputProps(picture)} label={LABELS.picture} hint="Such as /pictures/post-mail.svg" isOptional />
        <SlugField stored={stored} page={page} prefix="/blog/" />
      </ArticleForm>
      {stored?.state === "public" && (
        <p>
          <a
            href={`/desk/newsletter/new?post=${path.slice(path.lastIndexOf("/") + 1)}`}
            className="inline-flex min-h-touch items-center"
          >
            Make a newsletter of it
          </a>
        </p>
      )}
      {shown && (
        <PreviewSection isUnsaved={unsaved !== undefined} isPlain={shown.isPlain}>
          <div className="post">
            <PostArticle {...shown} titleAs="h2" />
          </div>
        </PreviewSection>
      )}
    </div>
  );
}
