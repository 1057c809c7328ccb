/** Milliseconds in which the head of a request, its body, and a body with a file must arrive. */
export const HEADERS_DEADLINE_MS = 10_000;
export const BODY_DEADLINE_MS = 10_000;
export const UPLOAD_DEADLINE_MS = 60_000;
/** Milliseconds after which a connection without traffic is closed while a request or response is unfinished. */
export const IDLE_TIMEOUT_MS = 90_000;
/** How often Node checks the deadlines of requests. */
export const SWEEP_MS = 5_000;

/** On shutdown: without a new connection for so long, a proxy is assumed to send no more requests. */
export const PROXY_QUIET_MS = 1_000;
/** On shutdown: the longest wait for a pause in new connections; a connection at the end of it may be cut off. */
export const MAX_DRAIN_WAIT_MS = 5_000;
