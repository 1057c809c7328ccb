import routes, { type Mapped } from "#app/routes.ts";

/** Where a file of app/ answers. In a path, `:` stands before what varies and `*` for anything. */
type Address = { path: string; file: string; card: string | undefined };

/** Every address of the site, in the order of the map (`app/routes.ts`). */
export const ADDRESSES: readonly Address[] = routes.flatMap((one) => routePathsIn(one, ""));

/** The pages that everybody may find, with what their cards say; but for posts and projects, which are many. */
export const LISTED_PAGES = ADDRESSES.flatMap(({ path, card }) => (card === undefined ? [] : [{ path, card }]));

function routePathsIn({ path, index, file, card, children = [] }: Mapped, above: string): Address[] {
  const here = path === undefined ? above : `${above}/${path}`;
  const isAddress = path !== undefined || index;
  const below = children.flatMap((one) => routePathsIn(one, here));
  return isAddress ? [{ path: here || "/", file, card }, ...below] : below;
}
