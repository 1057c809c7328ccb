import { Link } from "#app/ui/primitives/link.tsx";

/** A post as lists show it. */
export type PostCardData = PostFacts & { slug: string; title: string; excerpt: string; src: string };

type PostCardProps = {
  post: PostCardData;
  /** The newest post, above the others. */
  isFeatured: boolean;
  /** The first post that "Load More" added, which takes the focus. */
  isNext: boolean;
};

/** A post in the list. The whole card is one link. */
export function PostCard({ post: { slug, title, excerpt, src, ...facts }, isFeatured, isNext }: PostCardProps) {
  return (
    <li className={isFeatured ? "post-card featured" : "post-card"}>
      <Link to={`/blog/${slug}`} {...(isNext && { id: "next", "data-arrival": "" })}>
        <PictureBox src={src} box={isFeatured ? FEATURED : CARD_PICTURE} isLazy={!isFeatured} />
        <div>
          <h2>{title}</h2>
          <PostMeta {...facts} />
          <p className="post-excerpt">{excerpt}</p>
        </div>
      </Link>
    </li>
  );
}

/** `isoDay` is "2026-11-21", `day` is "21 Nov 2026". */
export type PostFacts = { category: string; isoDay: string; day: string; minutes: number };

/** The category, day and reading time of a post in one line. */
export function PostMeta({ category, isoDay, day, minutes }: PostFacts) {
  return (
    <p className="quiet">
      {`${category} · `}
      <time dateTime={isoDay}>{day}</time>
      {` · ${minutes}\u00A0min\u00A0read`}
    </p>
  );
}

/** The sizes of picture boxes on the widest page, in CSS pixels. All are 16:9. */
export const FEATURED = { width: 640, height: 360 };
export const CARD_PICTURE = { width: 192, height: 108 };

type PictureBoxProps = { src: string; alt?: string; box: { width: number; height: number }; isLazy?: boolean };

/** A picture in a box of known size, so that the layout does not shift when it loads. Without `alt` it is decorative. */
export function PictureBox({ src, alt = "", box, isLazy = false }: PictureBoxProps) {
  return (
    <img className="picture" src={src} {...box} alt={alt} loading={isLazy ? "lazy" : undefined} decoding="async" />
  );
}
