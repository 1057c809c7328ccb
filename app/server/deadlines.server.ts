/** How long the head of a request may take to arrive, its body, and a body with a file. In milliseconds. */
export const HEADERS_DEADLINE_MS = 10_000;
export const BODY_DEADLINE_MS = 10_000;
export const UPLOAD_DEADLINE_MS = 60_000;
/** How often Node looks for what is late. */
export const SWEEP_MS = 5_000;
