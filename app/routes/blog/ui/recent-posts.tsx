import { Link } from "#app/ui/primitives/link.tsx";

/** The newest posts beside the list, by their titles; and where to follow them. */
export function RecentPosts({ posts }: { posts: readonly { slug: string; title: string }[] }) {
  return (
    <aside className="recent">
      {posts.length > 0 && (
        <>
          <h2>Recent</h2>
          <ul>
            {posts.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/blog/${slug}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <a href="/blog/feed.xml">Follow with a feed reader (Atom)</a>
    </aside>
  );
}
