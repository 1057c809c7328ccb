import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { NEEDS_ALT, type PostForm, postFormSchema } from "#app/blog/article.ts";
import { findWrittenPost, type WrittenPost } from "#app/blog/desk.table.server.ts";
import { CATEGORIES, countWords, type Post, readingMinutes } from "#app/blog/post.ts";
import { pictureChoice } from "#app/pictures/stored-pictures.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { LongField } from "#app/ui/forms/field.tsx";
import { controlProps } from "#app/ui/forms/input-props.ts";
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
import { SaveBar } from "./ui/article-buttons.tsx";
import { ArticleForm, ArticleHead, MarkdownHelp, MoreFields, SlugField } from "./ui/article-form.tsx";
import { Editor, MarkdownField, TitleField } from "./ui/editor.tsx";
import { PreviewSection } from "./ui/elsewhere-page.tsx";
import { isOurDrawing, PictureField } from "./ui/picture-field.tsx";
import { PublishCheck } from "./ui/publish-check.tsx";
import { useArticle, useUnsavedPreview } from "./ui/use-article.ts";
import { Writers } from "./ui/writers.tsx";

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
  alt: "What your picture shows",
};
const MORE = ["category", "excerpt", "picture", "alt", "slug"];
const ALL = { href: "/desk/posts", label: "All posts" };
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
    return {
      path: "/desk/posts/new",
      isGone: id !== NEW,
      stored: null,
      typed: null,
      preview: null,
      picture: null,
    };
  }
  const { title, content, category, excerpt, image_url, image_alt, slug } = row;
  return {
    path: `/desk/posts/${row.id}`,
    isGone: false,
    stored: storedArticle(row, { slug, href: `/blog/${slug}` }),
    typed: { title, content, category, excerpt: excerpt ?? "", picture: image_url ?? "", alt: image_alt ?? "", slug },
    picture: await pictureChoice(image_url),
    preview: await articleOf(asPost(row, row)),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const found = await findWrittenPost(params.id ?? NEW);
  if (!found.ok) throw outage(context);
  const row = found.value;
  const page = { table: "posts", noun: "post", schema: postFormSchema, row, columnsOf, problemsOf } as const;
  const previewOf = (typed: PostForm) => articleOf(asPost(columnsOf(typed, ""), row));
  const publicPath = (slug: string) => `/blog/${slug}`;
  return answerArticle({ ...page, previewOf, publicPath }, { typed: await request.formData(), staff, context });
}

function columnsOf({ title, content, category, excerpt, picture, alt }: PostForm, slug: string) {
  return {
    slug,
    title,
    content,
    category,
    excerpt,
    image_url: picture,
    image_alt: showsSomething(picture) ? alt : null,
  };
}

/** Returns whether a picture needs words for those who do not see it: each one but our own drawings. */
function showsSomething(picture: string | null): boolean {
  return picture !== null && !isOurDrawing(picture);
}

function problemsOf({ content, picture, alt }: PostForm, purpose: string): Record<string, string[]> {
  const isShown = picture === null || isPicture(picture);
  return {
    ...(showsSomething(picture) && alt === null && !/^(preview|write)$/.test(purpose) && { alt: [NEEDS_ALT] }),
    ...(purpose === "publish" && content === "" && { content: ["Please write a text before readers see it"] }),
    ...(!isShown && { picture: ["Please use a path of this site, or a host of IMAGE_HOSTS"] }),
  };
}

type Shown = Pick<WrittenPost, "slug" | "title" | "excerpt" | "content" | "category" | "image_url" | "image_alt">;

/**
 * Returns the post as readers see it. A post that is not public yet has the date of its publication or, if none is set, of
 * now.
 */
function asPost(
  { slug, title, excerpt, content, category, image_url, image_alt }: Shown,
  row: WrittenPost | undefined,
): Post {
  const date = row?.was_public ? row.created_at : row?.published_at;
  const createdAt = date ?? nowDate().toISOString();
  return { slug, title, excerpt, content, category, imageUrl: image_url, imageAlt: image_alt, createdAt };
}

/** Says which picture readers see. */
function pictureWords(path: string, alt: string): string {
  if (path === "") return "None: the pattern of the category";
  return showsSomething(path) ? `Yours: ${alt}` : "One of our drawings";
}

type Preview = PostArticleData & { isPlain: boolean };

export default function PostPage() {
  const { path, isGone, stored, typed, preview, picture } = useLoaderData<typeof loader>();
  const { page, isChanged } = useArticle(
    typed ?? { title: "", content: "", category: CATEGORIES[0], excerpt: "", picture: "", alt: "", slug: "" },
    stored,
  );
  const { unsaved, isPreviewFirst, check } = useUnsavedPreview<Preview>();
  const shown = unsaved ?? preview;
  const { title, content, category, excerpt, picture: chosen, alt } = page.fields;
  const theirs = isChanged && typed ? `${typed.title}\n\n${typed.content}` : undefined;
  const text = String(content.initialValue ?? "");
  const length = countWords(text) === 1 ? "1 word" : `${countWords(text)} words`;
  if (check && shown) {
    const facts = [
      {
        label: "Excerpt",
        value: String(
          excerpt.initialValue ?? "None. Lists show the first words, the page “Read this insightful article...”.",
        ),
      },
      { label: "Picture", value: pictureWords(String(chosen.initialValue ?? ""), shown.alt) },
      { label: "Category", value: String(category.initialValue) },
      { label: "Text", value: `${length}, ${readingMinutes(text)} min read` },
    ];
    return (
      <PublishCheck noun="post" action={path} {...{ page, check, facts }}>
        <div className="post">
          <PostArticle {...shown} titleAs="h2" />
        </div>
      </PublishCheck>
    );
  }
  return (
    <div className="page sheet app flow">
      <ArticleHead noun="post" all={ALL} start="Write a post" stored={stored} isGone={isGone}>
        <Writers>
          <a href={`/desk/newsletter/new?post=${path.slice(path.lastIndexOf("/") + 1)}`}>Make a newsletter of it</a>
        </Writers>
      </ArticleHead>
      <Editor
        formId={page.formProps.id}
        isPreviewFirst={isPreviewFirst}
        write={
          <ArticleForm noun="post" action={path} labels={LABELS} hasFile {...{ stored, page, theirs }}>
            <TitleField {...controlProps(title)} label={LABELS.title} required />
            <MarkdownField {...controlProps(content)} label={LABELS.content} rows={12} />
            <MarkdownHelp />
            <MoreFields title="Category, excerpt, picture, address" page={page} names={MORE}>
              <SelectField {...controlProps(category)} label={LABELS.category} options={OPTIONS} />
              <LongField
                {...controlProps(excerpt)}
                label={LABELS.excerpt}
                hint="One or two sentences under the title, in the list of posts and in search results."
                isOptional
                rows={3}
              />
              <PictureField drawings="post" stored={picture} {...{ chosen, alt }} altLabel={LABELS.alt} />
              <SlugField stored={stored} page={page} prefix="/blog/" />
            </MoreFields>
          </ArticleForm>
        }
        bar={<SaveBar stored={stored} page={page} length={length} />}
        preview={
          shown && (
            <PreviewSection isUnsaved={unsaved !== undefined} isPlain={shown.isPlain}>
              <div className="post">
                <PostArticle {...shown} titleAs="h2" />
              </div>
            </PreviewSection>
          )
        }
      />
    </div>
  );
}
