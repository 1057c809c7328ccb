type PublicPage = {
  path: string;
  /** What stands large on the card of a shared link. */
  title: string;
};

/** The pages that everybody may find, but for posts and projects, which are many. In the order of the sitemap. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: "/", title: "Your name, on the network." },
  { path: "/domains", title: "Is your name still free?" },
  { path: "/domains/pricing", title: "What every ending costs, in shillings" },
  { path: "/projects", title: "Work for shops, schools and cooperatives" },
  { path: "/blog", title: "Names, mail and websites, explained" },
  { path: "/contact", title: "Ask us. A person answers." },
  { path: "/newsletter", title: "What we write, in your inbox" },
  { path: "/stride", title: "A learning platform for Kenyan schools" },
  { path: "/privacy", title: "Privacy Policy" },
  { path: "/terms", title: "Terms and Conditions" },
  { path: "/cookies", title: "Cookie Policy" },
];
