import "@remix-run/node";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }

  /** What the server knows of a request. Under stock remix-serve all of it is missing. */
  interface AppLoadContext {
    requestId?: string;
    /** The visitor's address as the server trusts it; IPv6 shortened to its /64. */
    address?: string;
    /** Set when the guard refused the request: the status that the refusal page shall have. */
    refusedWith?: number;
    /** Set when an action refused a form. */
    isRefused?: boolean;
    /** Set when an action gave a form back, refused or not: which one. */
    givenBack?: string;
    /** Origins of the demos that the page may show in a frame. */
    frames?: readonly string[];
    /** Adds a Set-Cookie to the reply, replacing one of the same name. Works for redirects too. */
    appendCookie?: (cookie: string) => void;
    /** Gives a public page to the page cache. */
    keep?: (page: { headers: Headers; body: string }) => void;
    /** The last good copy of this page, to be shown instead of a failure. */
    lastGood?: () => { headers: Headers; body: string } | undefined;
  }
}
