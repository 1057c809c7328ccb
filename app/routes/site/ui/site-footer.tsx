import type { ReactNode } from "react";
import { type Brand, callLink, chatLink, weAnswer } from "#app/platform/brand.ts";
import { ExternalLink, Link } from "#app/ui/primitives/link.tsx";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import { siteLinks, socialLinks } from "./site-links.ts";

export type PostLink = { slug: string; title: string };

type FooterProps = { brand: Brand; year: number };

/** The footer of public pages. */
export function SiteFooter({ latestPosts, ...imprint }: FooterProps & { latestPosts: PostLink[] }) {
  return (
    <Footer {...imprint}>
      <About brand={imprint.brand} />
      <ul>
        <SiteLinks />
      </ul>
      {latestPosts.length > 0 && <LatestPosts posts={latestPosts} />}
    </Footer>
  );
}

/** The footer of account pages: a contact, and the links of the public footer in one row. */
export function AccountFooter({ brand, year }: FooterProps) {
  return (
    <Footer brand={brand} year={year} isShort>
      <p>Stuck? {weAnswer(brand)}.</p>
      <Contacts brand={brand} />
      <ul>
        <SiteLinks />
        <SocialLinks brand={brand} />
      </ul>
    </Footer>
  );
}

/** The last line has the copyright and a link to the top. */
function Footer({ brand, year, isShort = false, children }: FooterProps & { isShort?: boolean; children: ReactNode }) {
  return (
    <footer>
      <div className={isShort ? "pindo pindo-thin pindo-flip" : "pindo pindo-flip"} />
      <div className={isShort ? "foot foot-short" : "foot"}>
        <div className="page">
          {children}
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

function SiteLinks() {
  return siteLinks("foot").map(({ to, label }) => (
    <li key={to}>
      <Link to={to}>{label}</Link>
    </li>
  ));
}

function SocialLinks({ brand }: { brand: Brand }) {
  return socialLinks(brand).map((link) => (
    <li key={link.href}>
      <ExternalLink {...link} />
    </li>
  ));
}

function About({ brand }: { brand: Brand }) {
  return (
    <div className="about">
      <div className="home-link">
        <Wordmark name={brand.name} />
      </div>
      <p>
        Names, mail and hosting for Kenyan businesses. {brand.hasMpesa && "You pay by M-PESA. "}
        {weAnswer(brand)}.
      </p>
      <Contacts brand={brand} />
      <ul className="social">
        <SocialLinks brand={brand} />
      </ul>
    </div>
  );
}

/** The ways to reach the agency, and who it is. Only what its settings say. */
function Contacts({
  brand: { email, phone, whatsapp, hours, address, registration, accreditation },
}: {
  brand: Brand;
}) {
  const facts = [hours, address, registration, accreditation].filter((fact) => fact !== undefined);
  return (
    <>
      <p className="contacts">
        {phone && <a href={callLink(phone)}>{phone}</a>}
        {whatsapp && <a href={chatLink(whatsapp)}>WhatsApp {whatsapp}</a>}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {facts.length > 0 && <p className="quiet">{facts.join(" · ")}</p>}
    </>
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
