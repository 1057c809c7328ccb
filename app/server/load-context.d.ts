import "@remix-run/node";
import type { PostedField } from "#app/platform/http/outage.server.ts";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }

  /** What the server knows about a request. Every member is missing if Remix's own server runs the site. */
  interface AppLoadContext {
    requestId?: string;
    /** The trusted client address; IPv6 shortened to its /64. */
    address?: string;
    /** The status of the error page, if the server rejected the request before Remix. */
    rejectedStatus?: number;
    /** Set if an action rejected a form. */
    isRefused?: boolean;
    /** Set if an action renders a form again, rejected or not: the form's id. */
    givenBack?: string;
    /** The fields of the posted form, which the failure page gives back. */
    posted?: PostedField[];
    /** Set if the visitor must not learn that the page exists: the server then sends the page of an unknown URL. */
    isHidden?: boolean;
    /** Origins of the demos that the page may show in a frame. */
    frames?: readonly string[];
    /** Adds a Set-Cookie to the response, replacing one with the same name. Works for redirects too. */
    appendCookie?: (cookie: string) => void;
    /** Stores a public page in the page cache. */
    keep?: (page: { headers: Headers; body: string }) => void;
    /** Returns the last cached copy of this page, to be shown instead of an error. */
    lastGood?: () => { headers: Headers; body: string } | undefined;
  }
}
