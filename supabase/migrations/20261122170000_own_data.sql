-- What a customer takes along when they ask for all that is kept about them: also what was sent under the address of their
-- account, which is confirmed, and what they have sent in the last day. Secrets of links and of forms are in no grant. What nobody
-- has confirmed may be a stranger's, and no mail has told of it.
grant select (id, name, email, phone, phone_e164, school, role, role_label, student_count, interest, wants_news, status,
  created_at, confirmed_at, sent_at) on public.school_interest to authenticated;
create policy "Customers read the schools of their address" on public.school_interest for select to authenticated
  using (lower(email) = lower((select auth.jwt() ->> 'email')) and status <> 'unconfirmed');

grant select (id, email, first_name, last_name, status, created_at, confirmed_at, sent_at, left_at)
  on public.newsletter_pending to authenticated;
create policy "Customers read the newsletter of their address" on public.newsletter_pending for select to authenticated
  using (lower(email) = lower((select auth.jwt() ->> 'email')) and status <> 'unconfirmed');

grant select (form, owner, state, started_at) on public.submissions to authenticated;
create policy "Customers read which forms they have sent" on public.submissions for select to authenticated
  using (owner = (select auth.uid())::text);
