import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { StaticPage } from "#app/ui/feedback/static-page.tsx";

/** The policy of a page with the site's own style sheet and pictures, and nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

const brand = brandFrom(env.brand);

/** Returns a page that needs neither Remix nor scripts, and its headers; its length and caching are the caller's. */
export function staticPage(props: Omit<ComponentProps<typeof StaticPage>, "brand">) {
  return {
    body: Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(createElement(StaticPage, { ...props, brand }))}`),
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY },
  };
}
