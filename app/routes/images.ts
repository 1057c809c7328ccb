import type { LoaderFunctionArgs } from "@remix-run/node";
import { findImage } from "#app/gateways/images.server.ts";
import { readImageQuery, savingWidth } from "#app/http/image-path.server.ts";
import { imageReply, noImage } from "#app/http/image-reply.server.ts";

const DAY = 86_400;

/** Pictures of other hosts, for `<img>`. Addresses are made by `imagePath` alone. Source: docs/product.md, "Pictures". */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = readImageQuery(new URL(request.url).searchParams);
  if (!asked) return noImage(404);
  const isSaving = request.headers.get("Save-Data") === "on";
  const found = await findImage(asked.src, isSaving ? savingWidth(asked.width) : asked.width);
  if (!found.ok) return noImage(found.status);
  return imageReply(request, { bytes: found.value, type: "image/webp", maxAge: DAY, vary: "Save-Data" });
}
