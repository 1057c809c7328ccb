-- What customers note about their domains: one note for each.
create table public.domain_notes (
  domain_id uuid primary key references public.domains (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  note text not null check (length(note) between 1 and 500),
  changed_at timestamptz not null default now()
);
create index domain_notes_of_user on public.domain_notes (user_id);

-- A hosted project gives everybody every right to a new table, so all rights are revoked first. Customers read their own rows once they
-- have passed their second step. Only the server writes.
alter table public.domain_notes enable row level security;
revoke all on public.domain_notes from anon, authenticated;
grant select on public.domain_notes to authenticated;
grant select, insert, update, delete on public.domain_notes to service_role;
create policy "Customers read their own notes" on public.domain_notes
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "The second step is passed" on public.domain_notes
  as restrictive for select to authenticated using ((select public.has_stepped()));

-- Stores a customer's note about a domain. Returns false if the customer has no such domain.
create function public.save_domain_note(customer uuid, domain_name text, body text) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  insert into public.domain_notes (domain_id, user_id, note)
    select id, user_id, body from public.domains where user_id = customer and name = domain_name
    on conflict (domain_id) do update set note = excluded.note, user_id = excluded.user_id, changed_at = now();
  return found;
end $$;
revoke execute on function public.save_domain_note from public, anon, authenticated;
grant execute on function public.save_domain_note to service_role;
