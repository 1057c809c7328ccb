import { Link } from "@remix-run/react";
import type { Brand } from "#app/model/brand.ts";
import { ExternalLink } from "#app/ui/marks/external-link.tsx";
import { siteLinks, socialLinks } from "./site-links.ts";
import { Wordmark } from "./wordmark.tsx";

export type PostLink = { slug: string; title: string };

type SiteFooterProps = { brand: Brand; year: number; latestPosts: PostLink[] };

/** The footer. Its last line is the selvedge: the imprint that every kanga carries on its edge. */
export function SiteFooter({ brand, year, latestPosts }: SiteFooterProps) {
  return (
    <footer>
      <div className="pindo pindo-flip" />
      <div className="foot">
        <div className="page">
          <About brand={brand} />
          <ul>
            {siteLinks("foot").map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          {latestPosts.length > 0 && <LatestPosts posts={latestPosts} />}
          <p className="selvedge">
            <span>
              © {year} {brand.name}
            </span>
            <a href="#top">Back to top</a>
          </p>
        </div>
      </div>
    </footer>
  );
}

function About({ brand }: { brand: Brand }) {
  return (
    <div className="about">
      <div className="home-link">
        <Wordmark name={brand.name} />
      </div>
      <p>Names, mail and hosting for Kenyan business. People answer, typically within 24 hours.</p>
      <a href={`mailto:${brand.email}`}>{brand.email}</a>
      <ul className="social">
        {socialLinks(brand).map((link) => (
          <li key={link.href}>
            <ExternalLink {...link} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function LatestPosts({ posts }: { posts: PostLink[] }) {
  return (
    <div>
      <h2>Latest posts</h2>
      {posts.map((post) => (
        <p key={post.slug}>
          <Link to={`/blog/${post.slug}`}>{post.title}</Link>
        </p>
      ))}
    </div>
  );
}
