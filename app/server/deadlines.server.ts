/** How long the head of a request may take to arrive, its body, and a body with a file. In milliseconds. */
export const HEADERS_DEADLINE_MS = 10_000;
export const BODY_DEADLINE_MS = 10_000;
export const UPLOAD_DEADLINE_MS = 60_000;
/** How long a connection may lie still while somebody is to read an answer, or a request is under way. */
export const SILENCE_MS = 90_000;
/** How often Node looks for what is late. */
export const SWEEP_MS = 5_000;

/** So long after the last visitor a proxy is thought to send nobody, if it has not been told that the process is going. */
export const NOBODY_COMES_MS = 1_000;
/** So long after the word to stop those who come without a pause are let in; whoever comes at the end of that may be cut off. */
export const STILL_COMING_MS = 5_000;
