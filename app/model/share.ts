/** What a page is to those who share it: its whole address, the site's name, and a picture where there is one. */
export type Share = { url: string; site: string; image?: string | undefined };
