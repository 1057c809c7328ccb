import { Link } from "#app/ui/primitives/link.tsx";
import { CARD_PICTURE, FEATURED, PictureBox } from "./picture-box.tsx";

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
