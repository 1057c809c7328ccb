/** The source of an <img>: a URL, and a srcset if the image comes in several widths. */
export type ImageSource = { src: string; srcSet?: string | undefined };
/** An image with the CSS size of its box, so that the layout does not shift, and its alternative text. */
export type Picture = { src: string; width: number; height: number; alt: string };
