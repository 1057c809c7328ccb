/** Days of renewals. The database gets them from here (`is_renewal_ordered`, `desk_work`). */

/** After this many days an open renewal order is overdue, and reminders are sent again. */
export const OPEN_ORDER_DAYS = 7;

/** For this many days a completed renewal order counts as a renewal although the expiry date has not moved. */
export const DONE_ORDER_DAYS = 30;

/**
 * The last reminder that an open order suppresses is due this many days before the last day. From then on, the desk lists the
 * domain.
 */
export const LAPSING_DAYS = 15;
