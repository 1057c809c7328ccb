import type { PictureChoice } from "#app/pictures/stored-pictures.table.server.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { controlProps, inputProps } from "#app/ui/forms/input-props.ts";
import { MoreFields, SlugField } from "./article-form.tsx";
import { TitleField } from "./editor.tsx";
import { PictureField } from "./picture-field.tsx";
import type { StoredArticle, useArticle } from "./use-article.ts";

export const PROJECT_LABELS = {
  title: "Title",
  client: "Client",
  category: "Category",
  year: "Year",
  description: "In one sentence",
  fulldescription: "Text",
  technologies: "Made with",
  tags: "Tags",
  picture: "Picture",
  link: "Address of the website",
  githuburl: "Address of the code",
  demourl: "Address of the demo",
};

/** The values of the form of a new project. */
export const EMPTY_PROJECT = {
  ...{ title: "", client: "", category: "", year: "", description: "", fulldescription: "" },
  ...{ technologies: "", tags: "", picture: "", link: "", githuburl: "", demourl: "", slug: "" },
};

const HINTS: Record<string, string> = {
  category: "“Mobile App” gets a phone frame.",
  technologies: "With commas between.",
  tags: "With commas between.",
};
const LINES = ["client", "category", "year"] as const;
const MORE = ["technologies", "tags", "link", "githuburl", "demourl"] as const;

type ProjectFieldsProps = {
  page: ReturnType<typeof useArticle<typeof EMPTY_PROJECT>>["page"];
  stored: StoredArticle | null;
  picture: PictureChoice | null;
};

/** The fields of a project. */
export function ProjectFields({ page, stored, picture }: ProjectFieldsProps) {
  const { fields } = page;
  const lineOf = (name: (typeof LINES)[number] | (typeof MORE)[number]) => (
    <Field key={name} {...inputProps(fields[name])} label={PROJECT_LABELS[name]} hint={HINTS[name]} isOptional />
  );
  return (
    <>
      <TitleField {...controlProps(fields.title)} label={PROJECT_LABELS.title} required />
      <LongField {...controlProps(fields.description)} label={PROJECT_LABELS.description} rows={3} />
      <LongField
        {...controlProps(fields.fulldescription)}
        label={PROJECT_LABELS.fulldescription}
        hint="Plain text. An empty line begins a paragraph."
        isOptional
        rows={12}
      />
      <MoreFields title="Picture, client, links, address" page={page} names={[...LINES, ...MORE, "picture", "slug"]}>
        <PictureField drawings="project" stored={picture} chosen={fields.picture} />
        {LINES.map(lineOf)}
        {MORE.map(lineOf)}
        <SlugField stored={stored} page={page} prefix="/projects/" />
      </MoreFields>
    </>
  );
}
