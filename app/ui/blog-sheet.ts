import { areaSheet } from "./area-sheet.ts";
import href from "./blog.css?url";

/** `links` of the blog's pages. */
export const blogSheet = () => areaSheet("blog", href);
