import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, ScrollRestoration, useLoaderData, useNavigation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { env } from "./env.server.ts";
import { takeNotice } from "./http/notice.server.ts";
import { brandFrom } from "./model/brand.ts";
import css from "./styles.css?inline";
import cssUrl from "./styles.css?url";
import { FailurePage } from "./ui/failure-page.tsx";
import { useMark } from "./ui/mark.ts";
import { NoticeProvider } from "./ui/notice-provider.tsx";
import { PageScripts } from "./ui/page-scripts.tsx";
import { ProgressBar } from "./ui/progress-bar.tsx";

export { reloadAfterAction as shouldRevalidate } from "./ui/keep-typed.ts";

/** For pages that have no title of their own because they failed. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.brand.name ?? "Mtandao" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    brand: brandFrom(env.brand),
    notice: await takeNotice(request, context),
    outbox: env.isSandbox ? `http://127.0.0.1:${env.sandboxPort}/` : undefined,
    isRefused: context?.isRefused === true,
    year: Number(new Date().toLocaleDateString("en", { timeZone: "Africa/Nairobi", year: "numeric" })),
  };
}

export type RootData = Awaited<ReturnType<typeof loader>>;

/** In the browser the CSS is read from the page, so that the script does not carry it a second time. */
const PAGE_CSS = import.meta.env.SSR ? css : (document.getElementById("css")?.textContent ?? "");

export function Layout({ children }: { children: ReactNode }) {
  const mark = useMark();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#FFBF24" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#5C0F2C" media="(prefers-color-scheme: dark)" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {import.meta.env.DEV ? (
          <link rel="stylesheet" href={cssUrl} />
        ) : (
          <style id="css" nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PAGE_CSS }} />
        )}
        <Links />
      </head>
      <body id="top">
        {children}
        <ScrollRestoration nonce={mark} />
        <PageScripts />
      </body>
    </html>
  );
}

export default function App() {
  const { notice } = useLoaderData<typeof loader>();
  const navigation = useNavigation();
  return (
    <>
      <ProgressBar isActive={navigation.state !== "idle"} />
      <NoticeProvider notice={notice}>
        <Outlet />
      </NoticeProvider>
    </>
  );
}

/** Reached only when the site's own frame could not be drawn. */
export function ErrorBoundary() {
  return (
    <main>
      <FailurePage error={useRouteError()} />
    </main>
  );
}
