import type { LoaderFunctionArgs } from "@remix-run/node";
import { readImageQuery, savingWidth } from "#app/pictures/image-path.server.ts";
import { imageReply, noImage } from "#app/pictures/image-reply.server.ts";
import { findImage } from "#app/pictures/images.api.server.ts";

const DAY = 86_400;

/**
 * Serves resized pictures of other hosts for `<img>`. Only `imagePath` makes its URLs. Source: docs/product/site.md,
 * "Pictures".
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = readImageQuery(new URL(request.url).searchParams);
  if (!query) return noImage(404);
  const isSaving = request.headers.get("Save-Data") === "on";
  const found = await findImage(query.src, isSaving ? savingWidth(query.width) : query.width);
  if (!found.ok) return noImage(found.status);
  return imageReply(request, { bytes: found.value, type: "image/webp", maxAge: DAY, vary: "Save-Data" });
}
