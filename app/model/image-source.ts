/** What an <img> is drawn from: an address, and where the picture comes in several widths, those. */
export type ImageSource = { src: string; srcSet?: string | undefined };
