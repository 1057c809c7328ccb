/**
 * Times of payment prompts, in milliseconds. SQL functions have the same times; `tests/database-lists.test.ts` compares them.
 */

/** A prompt is open for this long; then another may be sent (`expire_prompts`). */
export const PROMPT_OPEN_MS = 120_000;

/** A request on a phone usually ends within this time. After it the page says that it takes longer. */
export const LATE_MS = 60_000;

/** For how long a payment that M-PESA has announced is awaited (`open_prompt`). Then another prompt may be sent. */
export const ANNOUNCED_MS = 24 * 3600_000;

/** After this long a held payment is overdue (`is_payment_overdue`). Then its callback alone may confirm it. */
export const OVERDUE_MS = 10 * 60_000;
