import { FEATURED, PictureBox } from "./picture-box.tsx";
import { type PostFacts, PostMeta } from "./post-meta.tsx";

type PostArticleData = PostFacts & {
  title: string;
  lead: string;
  src: string;
  /** The text, cleaned by the server. */
  html: string;
};

/** A post, from its title to the end of its text. */
export function PostArticle({ title, lead, src, html, category, isoDay, day, minutes }: PostArticleData) {
  return (
    <article className="prose">
      <PostMeta category={category} isoDay={isoDay} day={day} minutes={minutes} />
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <PictureBox src={src} box={FEATURED} />
      <section className="text" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
