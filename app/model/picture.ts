/** What an <img> needs so that nothing moves when it comes: CSS pixels of its box, and words for who cannot see it. */
export type Picture = { src: string; width: number; height: number; alt: string };
