import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, useLoaderData, useLocation, useNavigation, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { findUser } from "./accounts/auth.server.ts";
import { sessionCsrfToken } from "./accounts/session.server.ts";
import { imagePath } from "./pictures/image-path.server.ts";
import { brandFrom } from "./platform/brand.ts";
import { nowDate } from "./platform/clock.ts";
import { env } from "./platform/env.server.ts";
import type { Account } from "./platform/http/account.ts";
import { takeFlash } from "./platform/http/flash.server.ts";
import { FailurePage } from "./ui/feedback/failure-page.tsx";
import { FlashProvider } from "./ui/feedback/flash-area.tsx";
import { forgetSentTo } from "./ui/forms/keep-typed.ts";
import { useNonce } from "./ui/primitives/csp-nonce.ts";
import { useAreaCss } from "./ui/shell/area-sheet.ts";
import { AuthProvider } from "./ui/shell/auth.tsx";
import { PageScripts } from "./ui/shell/page-scripts.tsx";
import { RestoreScroll } from "./ui/shell/restore-scroll.tsx";
import type { RootData } from "./ui/shell/use-root-data.ts";
import { useOwnNav } from "./ui/shell/use-root-data.ts";
import css from "./ui/styles/styles.css?inline";
import cssUrl from "./ui/styles/styles.css?url";

export { reloadAfterAction as shouldRevalidate } from "./ui/forms/keep-typed.ts";

/** For pages that have no title of their own because they failed. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.brand.name ?? "Mtandao" }];

/** Made once: a date format takes longer to make than a small page to draw. */
const YEAR = new Intl.DateTimeFormat("en", { timeZone: "Africa/Nairobi", year: "numeric" });

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const [flash, customer] = await Promise.all([takeFlash(request, context), findUser(request, context)]);
  return {
    brand: brandFrom(env.brand),
    origin: env.origin,
    flash,
    user: customer && signedIn(customer),
    csrfToken: customer && sessionCsrfToken(request),
    outbox: env.isSandbox ? `http://127.0.0.1:${env.sandboxPort}/` : undefined,
    isRefused: context?.isRefused === true,
    year: Number(YEAR.format(nowDate())),
  };
}

/** In the browser the CSS is read from the page, so that the script does not carry it a second time. */
const IN_PAGE = { __html: import.meta.env.SSR ? "" : (document.getElementById("css")?.textContent ?? "") };
const usePageCss = import.meta.env.SSR ? () => useAreaCss(css) : () => ({ dangerouslySetInnerHTML: IN_PAGE });

/**
 * Whether the page has it as a file instead, as a customer's own pages do: the one that was loaded, for as long as it stays.
 */
const IS_LINKED = !import.meta.env.SSR && document.querySelector(`link[href="${cssUrl}"]`) !== null;
const useIsLinked = import.meta.env.SSR ? useOwnNav : () => IS_LINKED;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const pageCss = usePageCss();
  const isLinked = useIsLinked();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* The first that fits counts (HTML, 4.2.5.1): a page may have said another before. */}
        <meta name="theme-color" content="#FFBF24" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#5C0F2C" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {(import.meta.env.DEV || isLinked) && <link rel="stylesheet" href={cssUrl} />}
        {!import.meta.env.DEV && <style id="css" nonce={nonce} suppressHydrationWarning {...pageCss} />}
        <Links />
      </head>
      <body id="top">
        {children}
        <RestoreScroll />
        <PageScripts />
      </body>
    </html>
  );
}

export default function App() {
  const { flash, user } = useLoaderData<typeof loader>();
  const navigation = useNavigation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has a key of its own
  useEffect(forgetSentTo, [key]);
  return (
    <>
      {navigation.state !== "idle" && <div className="progress" role="progressbar" aria-label="Loading the page" />}
      <AuthProvider user={user}>
        <FlashProvider message={flash}>
          <Outlet />
        </FlashProvider>
      </AuthProvider>
    </>
  );
}

/** Reached only if the layout with the header and footer could not be rendered. */
export function ErrorBoundary() {
  return (
    <main>
      <FailurePage error={useRouteError()} />
    </main>
  );
}

/** What pages show of a customer; the id is nobody's business there. */
function signedIn({ email, name, avatarUrl }: Account) {
  return { email, name, avatarUrl: imagePath(avatarUrl, 96) };
}
