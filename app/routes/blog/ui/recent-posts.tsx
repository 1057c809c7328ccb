import { Link } from "#app/ui/primitives/link.tsx";

const LINK = "flex min-h-touch items-center py-2 no-underline hover:underline";

/** The newest posts beside the list, by their titles; and where to follow them. */
export function RecentPosts({ posts }: { posts: readonly { slug: string; title: string }[] }) {
  return (
    <aside className="recent self-start border-t-3 border-ink">
      {posts.length > 0 && (
        <>
          <h2 className="py-3 text-xl">Recent</h2>
          <ul>
            {posts.map(({ slug, title }) => (
              <li key={slug} className="border-t border-line">
                <Link to={`/blog/${slug}`} className={LINK}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <a href="/blog/feed.xml" className={`${LINK} border-t border-line`}>
        Follow with a feed reader (Atom)
      </a>
    </aside>
  );
}
