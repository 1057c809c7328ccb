import { Link } from "#app/ui/primitives/link.tsx";
import { CARD_PICTURE, FEATURED, PictureBox } from "./picture-box.tsx";

/** A post as lists show it. */
export type PostCardData = PostFacts & { slug: string; title: string; excerpt: string; src: string };

type PostCardProps = {
  post: PostCardData;
  /** The newest post, above the others. */
  isFeatured: boolean;
  /** The first of the posts that "Load More" brought: whoever pressed it goes on here. */
  isNext: boolean;
};

/** A post in the list: all of it is one link. */
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

/** The day is there for machines ("2026-11-21") and for people ("21 Nov 2026"). */
export type PostFacts = { category: string; isoDay: string; day: string; minutes: number };

/** What a post is about, since when it is there and how long it takes to read: one quiet line. */
export function PostMeta({ category, isoDay, day, minutes }: PostFacts) {
  return (
    <p className="quiet">
      {`${category} · `}
      <time dateTime={isoDay}>{day}</time>
      {` · ${minutes}\u00A0min\u00A0read`}
    </p>
  );
}
