import { type Brand, callLink } from "#app/platform/brand.ts";
import { buttonClass } from "#app/ui/primitives/button.tsx";
import { Landscape } from "#app/ui/primitives/landscape.tsx";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import cssUrl from "#app/ui/styles/styles.css?url";

type StaticPageProps = {
  brand: Brand;
  title: string;
  /** What happened and what to do, in plain sentences. */
  text: string;
  /** The request id, by which a user's report is found in the log. */
  requestId?: string | undefined;
  /** Whether a button loads the same address again. After a form, that would lose what was typed. */
  canRetry: boolean;
};

/**
 * A whole error page without scripts, for a request that Remix does not render: the limit of pages is reached, or rendering
 * failed. It looks like the other error pages (`error-page.tsx`). It links its style sheet as a file, to stay small.
 */
export function StaticPage({ brand: { name, phone, email }, title, text, requestId, canRetry }: StaticPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={cssUrl} />
      </head>
      <body>
        <header className="top">
          <div className="page top-row">
            <a className="home-link" href="/">
              <Wordmark name={name} />
            </a>
          </div>
        </header>
        <div className="pindo" />
        <main className="whole cloth">
          <div className="page section">
            <h1>{title}</h1>
            <p className="lead">{text}</p>
            {requestId !== undefined && <p>Reference: {requestId}</p>}
            {canRetry && (
              // biome-ignore lint/a11y/useValidAnchor: an empty address is that of this page, with its query
              <a className={buttonClass(undefined)} href="">
                Try again
              </a>
            )}
            <p className="flex flex-wrap items-center gap-x-4">
              Still stuck?{" "}
              {phone && (
                <a className={HELP_LINK} href={callLink(phone)}>
                  Call {phone}
                </a>
              )}{" "}
              <a className={HELP_LINK} href={`mailto:${email}`}>
                Write to {email}
              </a>
            </p>
          </div>
          <Landscape hasBus={false} />
        </main>
      </body>
    </html>
  );
}

const HELP_LINK = "inline-flex min-h-touch items-center font-bold";
