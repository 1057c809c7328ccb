-- The daily reading of the domain provider's list. Source: docs/product/domains.md, "The provider's list".

-- A page of domains that are with us, in the order of their ids, with their customers.
create function public.domains_to_sync(after uuid, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(one order by one.id), '[]') from (
    select domain.id, domain.name, domain.status, domain.expiry_date, domain.moving_since, domain.checked_at is not null as is_known,
      customer.email, customer.raw_user_meta_data ->> 'full_name' as full_name
    from public.domains as domain join auth.users as customer on customer.id = domain.user_id
    where domain.status <> 'left' and domain.held = 'us' and (after is null or domain.id > after)
    order by domain.id limit max_rows) as one;
$$;

-- Adds a line to the log about what this run changed.
create function public.log_sync(did text, its_domain public.domains, log_detail jsonb) returns void language sql set search_path = '' as $$
  select public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', did, 'domain', lower(its_domain.name),
    its_domain.user_id, log_detail);
$$;

-- Stores what the list says of some domains. `present` has id, `expected` (the last day that was read), `later` (a later last day, or null) and
-- `differs`; `missing` the ids of domains that the list does not have. A later day is taken only if the row still has the day that was read,
-- and no renewal is open, which sets the day itself. Running it again on the same day changes nothing.
create function public.sync_domains(present jsonb, missing jsonb, today date, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  one record;
  taken public.domains;
begin
  -- In the order of ids, so that two runs do not wait for each other.
  for one in select * from jsonb_to_recordset(present) as listed (id uuid, expected timestamptz, later timestamptz, differs jsonb) order by id loop
    if one.later is not null then
      update public.domains set expiry_date = one.later
        where id = one.id and expiry_date = one.expected and status not in ('moving', 'left') and not exists (
          select from public.orders where orders.user_id = domains.user_id and kind = 'renew' and lower(domain) = lower(name)
            and orders.status in ('requested', 'processing'))
        returning * into taken;
      if taken.id is not null then
        perform public.log_sync('domain-synced', taken, jsonb_build_object(
          'from', (one.expected at time zone 'Africa/Nairobi')::date, 'to', (one.later at time zone 'Africa/Nairobi')::date));
      end if;
    end if;
    update public.domains set checked_at = at, missing_days = 0, missing_on = null,
        differs = case when one.differs is not null then one.differs || jsonb_build_object('at', coalesce(differs -> 'at', to_jsonb(at))) end
      where id = one.id and status <> 'left';
  end loop;
  update public.domains set missing_days = missing_days + 1, missing_on = today
    where missing ? id::text and status <> 'left' and missing_on is distinct from today;
end $$;

-- Ends a transfer that has arrived, with its new last day and the mail to the customer. False if it was ended or its day changed before.
create function public.end_moving(domain_id uuid, expected timestamptz, last_day timestamptz, at timestamptz, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare moved public.domains;
begin
  update public.domains set status = 'active', moving_since = null, moving_step = null, expiry_date = last_day, checked_at = at,
      missing_days = 0, missing_on = null
    where id = domain_id and status = 'moving' and expiry_date = expected returning * into moved;
  if moved.id is null then return false; end if;
  perform public.log_sync('domain-arrived', moved, jsonb_build_object('to', (last_day at time zone 'Africa/Nairobi')::date));
  perform public.queue_mails(mails);
  return true;
end $$;
