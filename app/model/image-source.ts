/** The source of an <img>: a URL, and a srcset if the image comes in several widths. */
export type ImageSource = { src: string; srcSet?: string | undefined };
