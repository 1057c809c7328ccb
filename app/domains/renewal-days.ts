/** Days of renewals. The database gets them from here (`is_renewal_ordered`, `desk_work`). */

/** After so many days an open renewal order is overdue and holds back no reminder any more. */
export const OPEN_ORDER_DAYS = 7;

/** For so many days a completed renewal counts although the expiry date has not moved. */
export const DONE_ORDER_DAYS = 30;

/** The last reminder that an order holds back is sent so many days before the last day. Then the desk lists the domain. */
export const LAPSING_DAYS = 15;
