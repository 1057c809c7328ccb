import { FEATURED, PictureBox, type PostFacts, PostMeta } from "./ui/post-card.tsx";

export type PostArticleData = PostFacts & {
  title: string;
  lead: string;
  src: string;
  /** What the picture shows; "" for one that shows nothing. */
  alt: string;
  /** The text as HTML, cleaned by the server. */
  html: string;
};

/** A post: facts, title, picture and text. `titleAs`: h2 where the page has another heading, as at the desk. */
export function PostArticle({ titleAs: Title = "h1", ...post }: PostArticleData & { titleAs?: "h1" | "h2" }) {
  const { title, lead, src, alt, html, category, isoDay, day, minutes } = post;
  return (
    <article className="prose">
      <PostMeta category={category} isoDay={isoDay} day={day} minutes={minutes} />
      <Title>{title}</Title>
      <p className="lead">{lead}</p>
      <PictureBox src={src} alt={alt} box={FEATURED} />
      <section className="text" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
