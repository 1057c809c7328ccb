/** The id of the heading of a domain's DNS page, which names it where it lies over another page. */
export const DNS_TITLE = "dns-title";
