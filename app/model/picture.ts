/** What a page needs to show a picture: its address, and where it comes in several widths, those. */
export type Picture = { src: string; srcSet?: string | undefined };
