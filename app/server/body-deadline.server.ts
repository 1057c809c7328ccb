export const BODY_DEADLINE_MS = 10_000;
