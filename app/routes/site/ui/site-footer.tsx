import { type Brand, callLink, chatLink, weAnswer } from "#app/platform/brand.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { ExternalLink, Link } from "#app/ui/primitives/link.tsx";
import { siteLinks, socialLinks } from "./site-links.ts";

export type PostLink = { slug: string; title: string };

type SiteFooterProps = {
  brand: Brand;
  year: number;
  /** Shown on wide screens only, as are the hours and the company. */
  latestPosts: PostLink[];
};

/** The footer of every page: how to reach the agency, links, and who it is. At most 320 px high on a phone. */
export function SiteFooter({ brand, year, latestPosts }: SiteFooterProps) {
  const { name, hours, address, registration, accreditation, hasMpesa } = brand;
  // With a hyphen at which no line breaks.
  const short = [`© ${year} ${name}`, hasMpesa && "Pay by M\u2011PESA", address];
  const more = [hours, registration, accreditation].filter(Boolean);
  return (
    <footer>
      <div className="pindo pindo-thin pindo-flip" />
      <div className="foot">
        <div className="page">
          <p>{`Stuck? ${weAnswer(brand)}.`}</p>
          <Reach brand={brand} />
          <Links brand={brand} />
          {latestPosts.length > 0 && <LatestPosts posts={latestPosts} />}
          <p className="selvedge">
            <span>
              {short.filter(Boolean).join(" · ")}
              {more.length > 0 && <span className="wider">{` · ${more.join(" · ")}`}</span>}
            </span>
            <a href="#top">Back to top</a>
          </p>
        </div>
      </div>
    </footer>
  );
}

/** A button for each number that the settings have. On a phone, two buttons do not show their numbers. */
function Reach({ brand: { phone, whatsapp } }: { brand: Brand }) {
  return (
    <p className="reach">
      {phone && (
        <a href={callLink(phone)}>
          <Icon name="phone" />
          Call us <span>{phone}</span>
        </a>
      )}
      {whatsapp && (
        <a href={chatLink(whatsapp)}>
          <Icon name="chat" />
          WhatsApp <span>{whatsapp}</span>
        </a>
      )}
    </p>
  );
}

function Links({ brand }: { brand: Brand }) {
  return (
    <ul>
      {siteLinks("foot").map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
      <li>
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
      </li>
      {socialLinks(brand).map((link) => (
        <li key={link.href}>
          <ExternalLink {...link} />
        </li>
      ))}
    </ul>
  );
}

function LatestPosts({ posts }: { posts: PostLink[] }) {
  return (
    <p className="latest wider">
      Latest posts:
      {posts.map(({ slug, title }) => (
        <Link key={slug} to={`/blog/${slug}`}>
          {title}
        </Link>
      ))}
    </p>
  );
}
