-- Somebody who does not want the newsletter any more. The worker keeps the list of readers, so this is the wish that the
-- agency has still to carry out there; it stays, so that nobody writes to the address again without being asked.
alter table public.newsletter_pending
  drop constraint newsletter_pending_status_check,
  add constraint newsletter_pending_status_check check (status in ('unconfirmed', 'confirmed', 'sent', 'left')),
  add column left_at timestamptz;
