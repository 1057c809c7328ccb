-- What a customer takes along also says which mails this site sent to the address of their account: that they went out and when,
-- not their words, which are deleted by then. One that is still to be sent may tell of what a stranger typed.
grant select (id, kind, recipient, subject, created_at, sent_at) on public.mails to authenticated;
create policy "Customers read which mails went to their address" on public.mails for select to authenticated
  using (lower(recipient) = lower((select auth.jwt() ->> 'email')) and sent_at is not null);
