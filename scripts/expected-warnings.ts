import path from "node:path";
import type { Plugin } from "vite";

const routesWithoutPage = new Set<string>();

/**
 * Hides two of Rollup's warnings that nobody can act on: that the browser's module of a route without a page is empty, and that
 * a comment of zod mentions an annotation.
 */
export const expectedWarnings = {
  name: "expected-warnings",
  apply: "build" as const,
  moduleParsed({ id, exports }: { id: string; exports: string[] | null }) {
    const [file = "", query] = id.split("?");
    const isEmpty = query === "__remix-build-client-route" && exports?.length === 0;
    if (isEmpty) routesWithoutPage.add(path.parse(file).name);
  },
  onLog(_level: string, { code, id = "", names = [] }: { code?: string; id?: string; names?: string[] }) {
    const isEmptyRoute = code === "EMPTY_BUNDLE" && names.every((name) => routesWithoutPage.has(name));
    const isComment = code === "INVALID_ANNOTATION" && id.includes("/node_modules/zod/");
    return isEmptyRoute || isComment ? false : undefined;
  },
} satisfies Plugin;
