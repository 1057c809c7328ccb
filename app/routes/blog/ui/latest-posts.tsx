import { Link } from "#app/ui/primitives/link.tsx";
import { CARD_PICTURE, PictureBox } from "./picture-box.tsx";
import type { PostCardData } from "./post-card.tsx";

type LatestPost = Pick<PostCardData, "slug" | "title" | "isoDay" | "day" | "src">;

/** Other posts, beside or below one that was read. */
export function LatestPosts({ posts }: { posts: readonly LatestPost[] }) {
  return (
    <section aria-labelledby="latest-posts" className="latest self-start border-t-3 border-ink">
      <h2 id="latest-posts" className="py-3 text-xl">
        Latest Posts
      </h2>
      <ul className="border-t border-line">
        {posts.map(({ slug, title, isoDay, day, src }) => (
          <li key={slug} className="post-card">
            <Link to={`/blog/${slug}`}>
              <PictureBox src={src} box={CARD_PICTURE} isLazy />
              <div>
                <h3>{title}</h3>
                <time className="quiet" dateTime={isoDay}>
                  {day}
                </time>
                <p className="text-sm font-bold">
                  Read more <span aria-hidden="true">→</span>
                </p>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
