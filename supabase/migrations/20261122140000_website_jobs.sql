-- A website is connected by a plan of its own kind.
alter table public.dns_jobs drop constraint dns_jobs_kind_check;
alter table public.dns_jobs add constraint dns_jobs_kind_check
  check (kind in ('add', 'edit', 'delete', 'undo', 'import', 'mail', 'website', 'selection', 'restore'));
