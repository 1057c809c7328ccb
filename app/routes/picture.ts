import type { LoaderFunctionArgs } from "@remix-run/node";
import { noImage } from "#app/pictures/image-reply.server.ts";
import { pictureIdOf, readPicture } from "#app/pictures/stored-pictures.table.server.ts";

/**
 * Serves a picture that staff uploaded. Its bytes never change, so browsers keep it for a year. Source:
 * docs/product/blog-and-projects.md, "Blog".
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const id = pictureIdOf(`/pictures/${params.file}`);
  if (id === undefined) return noImage(404);
  const found = await readPicture(id);
  if (!found.ok) return noImage(503);
  if (found.value === undefined) return noImage(404);
  return new Response(new Uint8Array(found.value), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(found.value.length),
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
