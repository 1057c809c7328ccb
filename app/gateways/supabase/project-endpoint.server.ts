/** How a Supabase client reaches its project, hosted or embedded. */
export type Endpoint = {
  url: string;
  publishableKey: string;
  secretKey: string;
  fetch: typeof fetch;
  /** Its project takes the visitor's address from us. */
  forwardsAddress?: boolean;
};
