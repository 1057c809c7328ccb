import routes, { type RouteEntry } from "#app/routes.ts";

/** The path of a route and its file, with `:` parameters and `*` splats as in Remix. */
type Address = { path: string; file: string; imageText: string | undefined };

/** Every path of the site, in the order of `app/routes.ts`. */
export const ADDRESSES: readonly Address[] = routes.flatMap((one) => routePathsIn(one, ""));

/** The pages that search engines may find, with the text of their social images; without posts and projects. */
export const LISTED_PAGES = ADDRESSES.flatMap(({ path, imageText }) =>
  imageText === undefined ? [] : [{ path, imageText }],
);

function routePathsIn({ path, index, file, imageText, children = [] }: RouteEntry, parent: string): Address[] {
  const here = path === undefined ? parent : `${parent}/${path}`;
  const hasPath = path !== undefined || index;
  const descendants = children.flatMap((one) => routePathsIn(one, here));
  return hasPath ? [{ path: here || "/", file, imageText }, ...descendants] : descendants;
}
